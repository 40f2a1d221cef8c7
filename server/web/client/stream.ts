export type News = {
  readonly code: string;
  readonly rev: number;
  readonly state: string;
  readonly by: { readonly id: string; readonly name: string; readonly where: string } | null;
  readonly label: string | null;
};

export type Told = { readonly kind: 'gate'; readonly news: News } | { readonly kind: 'beat' | 'resync' };

/** How long between two looks while nothing comes. */
export const lookMs = 30_000;

/**
 * One stream for all tabs of a browser: whoever holds the lock reads it and tells the others. Where there are no locks, each tab
 * has its own while it is visible.
 */
export function follow(hear: (told: Told) => void): void {
  if (!('locks' in navigator)) return followWhileVisible(hear);
  const channel = new BroadcastChannel('gatebell-live');
  channel.onmessage = (message: MessageEvent<Told>) => hear(message.data);
  const lead = (missed: boolean) => {
    document.documentElement.dataset.leader = '';
    listen((told) => {
      channel.postMessage(told);
      hear(told);
    }, missed);
    return new Promise<never>(() => {});
  };
  void navigator.locks
    .request('gatebell-live', { ifAvailable: true }, (lock) => (lock === null ? hear({ kind: 'resync' }) : lead(false)))
    .then(() => navigator.locks.request('gatebell-live', () => lead(true)));
}

function followWhileVisible(hear: (told: Told) => void): void {
  let close = listen(hear);
  addEventListener('visibilitychange', () => {
    close();
    if (document.visibilityState === 'visible') close = listen(hear);
  });
}

/**
 * Opens the stream from where the page was drawn, and again whenever it was refused: that ends a stream for good. `missed`: other
 * pages may have missed something too. Gives back what closes it.
 */
function listen(told: (told: Told) => void, missed = false): () => void {
  const { position } = document.documentElement.dataset;
  const source = new EventSource(position === undefined ? '/live' : `/live?after=${position}`);
  let close = () => source.close();
  source.addEventListener('open', () => {
    if (missed) told({ kind: 'resync' });
  });
  source.addEventListener('error', () => {
    if (source.readyState !== EventSource.CLOSED) return;
    const again = setTimeout(() => {
      close = listen(told, true);
    }, lookMs);
    close = () => clearTimeout(again);
  });
  source.addEventListener('beat', () => told({ kind: 'beat' }));
  source.addEventListener('resync', () => told({ kind: 'resync' }));
  source.addEventListener('gate', (event) => told({ kind: 'gate', news: JSON.parse(event.data) as News }));
  return () => close();
}
