import type { Command } from 'commander';

export function serve(program: Command): void {
  program
    .command('serve')
    .description('run the service here until it is stopped')
    .addHelpText('after', '\nExample:\n  GATEBELL_DB_URL=file:data/gatebell.db PORT=8787 gatebell serve')
    .action(async () => {
      await import('../main.ts');
    });
}
