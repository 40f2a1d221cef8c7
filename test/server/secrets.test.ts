import { expect, test } from 'vitest';
import { signingSecrets } from '../../server/secrets.ts';

/** The settings of an installation, of which the first value stands. */
function settings(kept: string | undefined = undefined) {
  let stands = kept;
  return async (_name: string, first: string) => {
    stands ??= first;
    return stands;
  };
}

test('without a secret the installation makes one at its first start, and keeps it', async () => {
  const setting = settings();

  const first = await signingSecrets({ secret: undefined, secretPrevious: undefined }, setting);
  const second = await signingSecrets({ secret: undefined, secretPrevious: undefined }, setting);

  expect(first).toEqual({ current: expect.stringMatching(/^[\w-]{43}$/), previous: null });
  expect(second).toEqual(first);
});

test('a secret of the environment signs, and buttons that the own one signed stay valid', async () => {
  const secrets = await signingSecrets({ secret: 'of the environment', secretPrevious: undefined }, settings('own'));

  expect(secrets).toEqual({ current: 'of the environment', previous: 'own' });
});

test('the previous secret of the environment stays valid', async () => {
  const secrets = await signingSecrets({ secret: 'new', secretPrevious: 'old' }, settings('own'));

  expect(secrets).toEqual({ current: 'new', previous: 'old' });
});
