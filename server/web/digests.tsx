import { respondPage } from './headers.ts';
import { Page } from './layout.tsx';
import type { Visit } from './visit.ts';

/** `GET /digests`. */
export async function digestsPage(visit: Visit): Promise<Response> {
  return respondPage(
    200,
    <Page visit={visit} title="Digests" place="digests">
      <h1>Digests</h1>
      <p class="empty">No digest has been due yet.</p>
    </Page>,
  );
}
