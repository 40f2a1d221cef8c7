import * as spec from 'discord-api-spec/zod';
import type { Json } from '../../json.ts';
import { listOf, textOf } from '../../json.ts';
import { limits } from '../limits.ts';
import type { FormFault } from '../refuse.ts';
import { refuse, refuseForm } from '../refuse.ts';
import type { State } from '../state.ts';
import type { Asked, Route } from './route.ts';

const paths = { global: '/applications/{app}/commands', guild: '/applications/{app}/guilds/{guild}/commands' } as const;

/** The commands of the app, everywhere or in one guild: read, and replaced all at once. */
export const commandRoutes: readonly Route[] = [
  listing('list_application_commands', paths.global),
  replacing('bulk_set_application_commands', paths.global),
  listing('list_guild_application_commands', paths.guild),
  replacing('bulk_set_guild_application_commands', paths.guild),
];

function listing(name: string, path: string): Route {
  const run: Route['run'] = ({ state }, asked) => state.commands.get(placeOf(state, asked)) ?? [];
  return { name, verb: 'GET', path, token: 'bot', request: null, response: spec.ApplicationCommandResponseSchema, run };
}

function replacing(name: string, path: string): Route {
  return {
    name,
    verb: 'PUT',
    path,
    token: 'bot',
    request: () => spec.ApplicationCommandUpdateRequestSchema,
    response: spec.ApplicationCommandResponseSchema,
    run({ state }, asked) {
      const place = placeOf(state, asked);
      if (!Array.isArray(asked.json)) return refuseForm([{ path: [], code: 'BASE_TYPE_BAD_TYPE', message: 'Only iterables may be used.' }]);
      const given = listOf(asked.json);
      const faults = commandFaults(given);
      if (faults.length > 0) return refuseForm(faults);
      const before = state.commands.get(place) ?? [];
      const known = (command: Json) => before.find((one) => one.name === command.name && one.type === (command.type ?? 1));
      state.commandCreates += given.filter((command) => known(command) === undefined).length;
      if (state.commandCreates > limits.commands.createsPerDay) return refuse(30034, { retry_after: 3_600, global: false });
      const kept = given.map((command) => registered(state, place, command, known(command)));
      state.commands.set(place, kept);
      return kept;
    },
  };
}

function placeOf(state: State, { params }: Asked): string {
  if (params.app !== state.app.id) return refuse(20012);
  if (params.guild === undefined) return 'global';
  if (params.guild !== state.guild.id || !state.guild.joined || !state.guild.commandsAllowed) return refuse(50001);
  return params.guild;
}

function registered(state: State, place: string, command: Json, before: Json | undefined): Json {
  const given = Object.fromEntries(Object.entries(command).filter(([, value]) => value !== null && value !== undefined));
  return {
    id: before?.id ?? state.nextId(),
    application_id: state.app.id,
    version: state.nextId(),
    type: 1,
    description: '',
    default_member_permissions: null,
    dm_permission: true,
    contexts: null,
    integration_types: [0],
    nsfw: false,
    ...given,
    ...(place === 'global' ? {} : { guild_id: place }),
  };
}

const chatInputName = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u;

function commandFaults(commands: readonly Json[]): readonly FormFault[] {
  const { chatInput, user, message, characters } = limits.commands;
  const ofType = (type: number) => commands.filter((command) => (command.type ?? 1) === type).length;
  const tooMany = ofType(1) > chatInput || ofType(2) > user || ofType(3) > message;
  return [
    ...(tooMany ? [{ path: [], code: 'APPLICATION_COMMANDS_LIMIT', message: 'Maximum number of application commands reached' }] : []),
    ...commands.flatMap((command, at) => {
      const fault = (key: string, code: string, text: string) => ({ path: [at, key], code, message: text });
      const name = textOf(command.name);
      const slash = (command.type ?? 1) === 1;
      const same = commands.findIndex((one) => one.name === command.name && (one.type ?? 1) === (command.type ?? 1));
      return [
        ...(same < at ? [fault('name', 'APPLICATION_COMMANDS_DUPLICATE_NAME', 'Application command names must be unique')] : []),
        ...(slash && !isSlashName(name) ? [fault('name', 'STRING_TYPE_REGEX', 'String value did not match validation regex.')] : []),
        ...(slash && textOf(command.description) === '' ? [fault('description', 'BASE_TYPE_REQUIRED', 'This field is required')] : []),
        ...(!slash && textOf(command.description) !== ''
          ? [fault('description', 'APPLICATION_COMMAND_DESCRIPTION', 'Context menu commands cannot have description')]
          : []),
        ...(JSON.stringify(command).length > characters
          ? [fault('name', 'APPLICATION_COMMAND_TOO_LARGE', 'Command exceeds maximum size')]
          : []),
        ...optionFaults(listOf(command.options), [at, 'options']),
      ];
    }),
  ];
}

/** Options that are required come first; each has its own name in small letters. */
function optionFaults(options: readonly Json[], path: readonly PropertyKey[]): readonly FormFault[] {
  return options.flatMap((option, at) => {
    const late = option.required === true && options.slice(0, at).some((earlier) => earlier.required !== true);
    const same = options.findIndex((one) => one.name === option.name) < at;
    const fault = (key: string, code: string, message: string) => ({ path: [...path, at, key], code, message });
    return [
      ...(isSlashName(textOf(option.name)) ? [] : [fault('name', 'STRING_TYPE_REGEX', 'String value did not match validation regex.')]),
      ...(late
        ? [fault('required', 'APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID', 'Required options must be placed before non-required options')]
        : []),
      ...(same ? [fault('name', 'APPLICATION_COMMAND_OPTIONS_NAME_INVALID', 'Option name must be unique')] : []),
      ...optionFaults(listOf(option.options), [...path, at, 'options']),
    ];
  });
}

function isSlashName(name: string): boolean {
  return chatInputName.test(name) && name === name.toLowerCase();
}
