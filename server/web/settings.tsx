import type { FC } from 'hono/jsx';
import type { PlatformStatus } from '../platform-status.ts';
import { respondPage } from './headers.ts';
import { Page } from './layout.tsx';
import type { Visit } from './visit.ts';
import { lookFrom } from './visit.ts';
import { clockTime, visible } from './words.ts';
import type { Instant } from '../../src/time.ts';

/** `GET /settings`: how each platform is, and which routes are broken, in the platform's own words. */
export async function settingsPage(visit: Visit): Promise<Response> {
  const shown = await lookFrom(visit, async ({ reads, now }) => {
    const troubles = [];
    for (const trouble of await reads.routeTroubles()) troubles.push({ ...trouble, of: await reads.route(trouble.route) });
    return { troubles, now, position: await reads.lastPosition() };
  });
  const at = (when: Instant) => clockTime(when, shown.now, visit.visitor.person.time_zone);
  const platforms = visit.parts.platforms();
  return respondPage(
    200,
    <Page visit={visit} title="Settings" place="settings">
      <h1>Settings</h1>
      <h2>Platforms</h2>
      {platforms.length === 0 ? <p class="empty">No chat platform is connected: gates are answered here and over the API.</p> : null}
      <ul class="list">
        {platforms.map((status) => (
          <Platform status={status} at={at} />
        ))}
      </ul>
      <h2>Broken routes</h2>
      {shown.troubles.length === 0 ? <p>Every route works, as far as is known.</p> : null}
      <ul class="list">
        {shown.troubles.map(({ route, of, reason, fix, since }) => (
          <li data-nav="row">
            <strong dir="auto">{of === undefined ? route : `${of.platform} ${visible(of.address)}`}</strong>
            <span class="danger">{` broken since ${at(since)}: `}</span>
            <span dir="auto">{`${visible(reason)}. ${visible(fix)}`}</span>
          </li>
        ))}
      </ul>
      <h2>This installation</h2>
      <p>{`The database answers; its newest entry stands at position ${shown.position}.`}</p>
      <p>
        <a href="/docs">The calls of the API</a> · <a href="/me">Your sessions and keys</a>
      </p>
    </Page>,
  );
}

const Platform: FC<{ readonly status: PlatformStatus; readonly at: (when: Instant) => string }> = ({ status, at }) => (
  <li data-nav="row">
    <strong>{status.platform}</strong> <span class={status.ok ? 'tag good' : 'tag bad'}>{status.ok ? 'works' : 'does not work'}</span>
    {status.failing === null ? null : (
      <p class="danger" dir="auto">
        {visible(status.failing)}
      </p>
    )}
    {status.trouble === null ? null : (
      <p class="danger" dir="auto">{`${visible(status.trouble.reason)}. ${visible(status.trouble.fix)}`}</p>
    )}
    <p class="quiet">
      {`Last heard ${status.last_event_at === null ? 'never' : at(status.last_event_at)}, last put ${status.last_post_at === null ? 'never' : at(status.last_post_at)}${
        status.sockets === null ? '' : `, connections ${status.sockets}`
      }.`}
    </p>
  </li>
);
