CREATE TABLE `absence` (
	`platform` text PRIMARY KEY NOT NULL,
	`since` text NOT NULL,
	`until` text NOT NULL
);

CREATE TABLE `agent` (
	`id` text PRIMARY KEY NOT NULL,
	`stream` text NOT NULL,
	`state` text NOT NULL,
	`slug` text NOT NULL
);

CREATE TABLE `agent_goal` (
	`of` text NOT NULL,
	`stream` text NOT NULL,
	`goal` text NOT NULL,
	PRIMARY KEY(`goal`, `of`)
);

CREATE INDEX `agent_goal_of` ON `agent_goal` (`of`);

CREATE UNIQUE INDEX `agent_slug_unique` ON `agent` (`slug`);

CREATE TABLE `alive` (
	`id` integer PRIMARY KEY NOT NULL,
	`at` text NOT NULL,
	CONSTRAINT "alive_one" CHECK("alive"."id" = 1)
);

CREATE TABLE `command` (
	`id` text PRIMARY KEY NOT NULL,
	`body_hash` text NOT NULL,
	`reply` text NOT NULL,
	`sealed` integer NOT NULL,
	`at` text NOT NULL
);

CREATE INDEX `command_at` ON `command` (`at`);

CREATE TABLE `digest` (
	`id` text PRIMARY KEY NOT NULL,
	`stream` text NOT NULL,
	`state` text NOT NULL,
	`goal` text NOT NULL,
	`schedule` text NOT NULL,
	`recipient` text NOT NULL,
	`seq` integer NOT NULL,
	`listed` text NOT NULL
);

CREATE INDEX `digest_for` ON `digest` (`schedule`,`recipient`,`seq`);

CREATE UNIQUE INDEX `digest_listed_unique` ON `digest` (`listed`);

CREATE INDEX `digest_of_goal` ON `digest` (`goal`,`listed`);

CREATE INDEX `digest_of_schedule` ON `digest` (`schedule`,`listed`);

CREATE TABLE `digest_shows` (
	`of` text NOT NULL,
	`stream` text NOT NULL,
	`kind` text NOT NULL,
	`target` text NOT NULL,
	`schedule` text NOT NULL,
	`seq` integer NOT NULL,
	PRIMARY KEY(`kind`, `target`, `schedule`, `seq`, `of`)
);

CREATE INDEX `digest_shows_newest` ON `digest_shows` (`kind`,`target`,`seq`);

CREATE INDEX `digest_shows_of` ON `digest_shows` (`of`);

CREATE TABLE `entry` (
	`position` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`stream` text NOT NULL,
	`seq` integer NOT NULL,
	`type` text NOT NULL,
	`at` text NOT NULL,
	`actor` text NOT NULL,
	`command` text NOT NULL,
	`data` text NOT NULL,
	`hash` text NOT NULL,
	`previous` text NOT NULL
);

CREATE UNIQUE INDEX `entry_id_unique` ON `entry` (`id`);

CREATE TRIGGER `entry_never_deleted` BEFORE DELETE ON `entry`
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only: an entry is never deleted'); END;

CREATE TRIGGER `entry_never_replaced` BEFORE INSERT ON `entry`
WHEN EXISTS (
	SELECT 1 FROM `entry`
	WHERE `position` = NEW.`position` OR `id` = NEW.`id` OR (`stream` = NEW.`stream` AND `seq` = NEW.`seq`)
)
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only: an entry is never replaced'); END;

CREATE TRIGGER `entry_never_updated` BEFORE UPDATE ON `entry`
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only: an entry is never changed'); END;

CREATE UNIQUE INDEX `entry_stream_seq_unique` ON `entry` (`stream`,`seq`);

CREATE TABLE `evidence` (
	`id` text PRIMARY KEY NOT NULL,
	`stream` text NOT NULL,
	`state` text NOT NULL,
	`goal` text NOT NULL,
	`todo` text,
	`attached` integer NOT NULL,
	`seq` integer NOT NULL
);

CREATE INDEX `evidence_of_goal` ON `evidence` (`goal`,`attached`,`seq`);

CREATE INDEX `evidence_of_todo` ON `evidence` (`goal`,`todo`,`attached`,`seq`);

CREATE TABLE `file` (
	`id` text PRIMARY KEY NOT NULL,
	`stream` text NOT NULL,
	`state` text NOT NULL
);

CREATE TABLE `gate` (
	`id` text PRIMARY KEY NOT NULL,
	`stream` text NOT NULL,
	`state` text NOT NULL,
	`goal` text NOT NULL,
	`code` text NOT NULL,
	`number` integer NOT NULL,
	`key` text NOT NULL,
	`phase` text NOT NULL,
	`settles_at` text,
	`open_due_at` text,
	`overdue_at` text,
	`undelivered_to` text
);

CREATE TABLE `gate_block` (
	`of` text NOT NULL,
	`stream` text NOT NULL,
	`goal` text NOT NULL,
	`kind` text NOT NULL,
	`target` text NOT NULL,
	`ends_at` text,
	PRIMARY KEY(`of`, `kind`, `target`)
);

CREATE INDEX `gate_block_active` ON `gate_block` (`goal`,`ends_at`,`kind`,`target`,`of`);

CREATE INDEX `gate_block_target` ON `gate_block` (`goal`,`kind`,`target`,`of`);

CREATE UNIQUE INDEX `gate_code_unique` ON `gate` (`code`);

CREATE INDEX `gate_in_phase` ON `gate` (`phase`,`number`);

CREATE INDEX `gate_in_phase_of_goal` ON `gate` (`goal`,`phase`,`number`);

CREATE UNIQUE INDEX `gate_key` ON `gate` (`goal`,`key`);

CREATE UNIQUE INDEX `gate_number_unique` ON `gate` (`number`);

CREATE INDEX `gate_of_goal` ON `gate` (`goal`,`number`);

CREATE INDEX `gate_open_due` ON `gate` (`open_due_at`,`goal`);

CREATE INDEX `gate_open_due_of_goal` ON `gate` (`goal`,`open_due_at`);

CREATE INDEX `gate_overdue` ON `gate` (`overdue_at`);

CREATE INDEX `gate_settles` ON `gate` (`settles_at`);

CREATE INDEX `gate_settles_of_goal` ON `gate` (`goal`,`phase`,`settles_at`);

CREATE INDEX `gate_undelivered` ON `gate` (`goal`,`undelivered_to`);

CREATE TABLE `goal` (
	`id` text PRIMARY KEY NOT NULL,
	`stream` text NOT NULL,
	`state` text NOT NULL,
	`slug` text NOT NULL
);

CREATE UNIQUE INDEX `goal_slug_unique` ON `goal` (`slug`);

CREATE TABLE `head` (
	`stream` text PRIMARY KEY NOT NULL,
	`seq` integer NOT NULL,
	`hash` text NOT NULL
);

CREATE TABLE `identity` (
	`id` text PRIMARY KEY NOT NULL,
	`stream` text NOT NULL,
	`state` text NOT NULL,
	`person` text
);

CREATE INDEX `identity_of_person` ON `identity` (`person`);

CREATE TABLE `lane` (
	`id` text PRIMARY KEY NOT NULL,
	`stream` text NOT NULL,
	`state` text NOT NULL,
	`goal` text NOT NULL,
	`seq` integer NOT NULL
);

CREATE INDEX `lane_of_goal` ON `lane` (`goal`,`seq`);

CREATE TABLE `link_code` (
	`id` text PRIMARY KEY NOT NULL,
	`stream` text NOT NULL,
	`state` text NOT NULL
);

CREATE TABLE `login_code` (
	`id` text PRIMARY KEY NOT NULL,
	`stream` text NOT NULL,
	`state` text NOT NULL
);

CREATE TABLE `note` (
	`id` text PRIMARY KEY NOT NULL,
	`stream` text NOT NULL,
	`state` text NOT NULL,
	`goal` text NOT NULL,
	`seq` integer NOT NULL
);

CREATE INDEX `note_of_goal` ON `note` (`goal`,`seq`);

CREATE TABLE `person` (
	`id` text PRIMARY KEY NOT NULL,
	`stream` text NOT NULL,
	`state` text NOT NULL,
	`slug` text NOT NULL
);

CREATE TABLE `person_role` (
	`of` text NOT NULL,
	`stream` text NOT NULL,
	`role` text NOT NULL,
	PRIMARY KEY(`role`, `of`)
);

CREATE INDEX `person_role_of` ON `person_role` (`of`);

CREATE UNIQUE INDEX `person_slug_unique` ON `person` (`slug`);

CREATE TABLE `post` (
	`id` text PRIMARY KEY NOT NULL,
	`gate` text,
	`subject` text NOT NULL,
	`route` text NOT NULL,
	`wanted` integer NOT NULL,
	`put` integer NOT NULL,
	`state` text NOT NULL,
	`message` text,
	`reason` text,
	`attempts` integer NOT NULL,
	`due_at` text NOT NULL,
	`refresh_at` text,
	`version` integer NOT NULL,
	`ready_at` text
, `revision` integer DEFAULT 0 NOT NULL, `since` text, `doubts` integer DEFAULT 0 NOT NULL, `faults` integer DEFAULT 0 NOT NULL);

CREATE INDEX `post_of_gate` ON `post` (`gate`);

CREATE INDEX `post_of_message` ON `post` (`message`);

CREATE INDEX `post_of_route` ON `post` (`route`);

CREATE INDEX `post_ready` ON `post` (`ready_at`);

CREATE TABLE `press` (
	`id` text PRIMARY KEY NOT NULL,
	`platform` text NOT NULL,
	`raw` text NOT NULL,
	`at` text NOT NULL,
	`done_at` text
);

CREATE INDEX `press_at` ON `press` (`at`);

CREATE INDEX `press_unfinished` ON `press` (`platform`,`done_at`,`at`);

CREATE TABLE `prompt` (
	`id` text PRIMARY KEY NOT NULL,
	`account` text NOT NULL,
	`token` text NOT NULL,
	`expires_at` text NOT NULL
);

CREATE INDEX `prompt_expires` ON `prompt` (`expires_at`);

CREATE TABLE `resource` (
	`id` text PRIMARY KEY NOT NULL,
	`stream` text NOT NULL,
	`state` text NOT NULL,
	`held_until` text
);

CREATE INDEX `resource_held` ON `resource` (`held_until`);

CREATE TABLE `route` (
	`id` text PRIMARY KEY NOT NULL,
	`stream` text NOT NULL,
	`state` text NOT NULL,
	`goal` text,
	`phase` text NOT NULL,
	`person` text
, `place` text DEFAULT '' NOT NULL);

CREATE INDEX `route_of_goal` ON `route` (`goal`,`phase`);

CREATE INDEX `route_of_person` ON `route` (`person`);

CREATE INDEX `route_of_place` ON `route` (`place`,`phase`);

CREATE TABLE `route_trouble` (
	`route` text PRIMARY KEY NOT NULL,
	`reason` text NOT NULL,
	`fix` text NOT NULL,
	`since` text NOT NULL
);

CREATE INDEX `route_trouble_since` ON `route_trouble` (`since`);

CREATE TABLE `schedule` (
	`id` text PRIMARY KEY NOT NULL,
	`stream` text NOT NULL,
	`state` text NOT NULL,
	`goal` text NOT NULL,
	`phase` text NOT NULL,
	`seq` integer NOT NULL,
	`due_at` text
);

CREATE INDEX `schedule_due` ON `schedule` (`due_at`);

CREATE INDEX `schedule_of_goal` ON `schedule` (`goal`,`phase`);

CREATE TABLE schema_migrations (idx integer primary key, name text not null, hash text not null);

CREATE TABLE `setting` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);

CREATE TABLE `signal` (
	`id` text PRIMARY KEY NOT NULL,
	`stream` text NOT NULL,
	`state` text NOT NULL
);

CREATE TABLE `slot` (
	`id` text PRIMARY KEY NOT NULL,
	`stream` text NOT NULL,
	`state` text NOT NULL,
	`schedule` text NOT NULL,
	`slot` text NOT NULL
);

CREATE INDEX `slot_of_schedule` ON `slot` (`schedule`,`slot`);

CREATE TABLE `todo` (
	`id` text PRIMARY KEY NOT NULL,
	`stream` text NOT NULL,
	`state` text NOT NULL,
	`goal` text NOT NULL,
	`lane` text NOT NULL,
	`phase` text NOT NULL,
	`seq` integer NOT NULL,
	`rank` integer NOT NULL,
	`shape` text NOT NULL,
	`scopes` text NOT NULL,
	`free_at` text NOT NULL,
	`named` integer NOT NULL,
	`awaits` text
);

CREATE INDEX `todo_awaits` ON `todo` (`goal`,`awaits`);

CREATE INDEX `todo_by_rank` ON `todo` (`goal`,`phase`,`rank`,`free_at`);

CREATE INDEX `todo_free_at` ON `todo` (`goal`,`phase`,`free_at`);

CREATE INDEX `todo_group` ON `todo` (`goal`,`phase`,`lane`,`shape`,`rank`,`free_at`);

CREATE INDEX `todo_in_phase` ON `todo` (`goal`,`phase`,`seq`);

CREATE INDEX `todo_in_phase_of_lane` ON `todo` (`goal`,`lane`,`phase`,`seq`);

CREATE INDEX `todo_named` ON `todo` (`goal`,`phase`,`named`,`lane`,`shape`,`rank`,`free_at`);

CREATE TABLE `todo_need` (
	`of` text NOT NULL,
	`stream` text NOT NULL,
	`need` text NOT NULL,
	PRIMARY KEY(`need`, `of`)
);

CREATE INDEX `todo_need_of` ON `todo_need` (`of`);

CREATE INDEX `todo_of_goal` ON `todo` (`goal`,`seq`);

CREATE INDEX `todo_of_lane` ON `todo` (`goal`,`lane`,`seq`);

CREATE INDEX `todo_scopes` ON `todo` (`goal`,`phase`,`scopes`);

CREATE TABLE `token` (
	`id` text PRIMARY KEY NOT NULL,
	`stream` text NOT NULL,
	`state` text NOT NULL,
	`hash` text NOT NULL,
	`holder` text NOT NULL,
	`phase` text NOT NULL,
	`person` text
);

CREATE UNIQUE INDEX `token_hash_unique` ON `token` (`hash`);

CREATE INDEX `token_of_holder` ON `token` (`holder`,`phase`);

CREATE INDEX `token_of_person` ON `token` (`person`);

CREATE TABLE `turn` (
	`id` text PRIMARY KEY NOT NULL,
	`stream` text NOT NULL,
	`state` text NOT NULL,
	`goal` text NOT NULL,
	`agent` text NOT NULL,
	`phase` text NOT NULL,
	`grace_until` text NOT NULL
);

CREATE INDEX `turn_grace` ON `turn` (`phase`,`grace_until`,`goal`);

CREATE INDEX `turn_in_phase` ON `turn` (`goal`,`phase`,`agent`);

CREATE TABLE `wake` (
	`id` text PRIMARY KEY NOT NULL,
	`agent` text NOT NULL,
	`goal` text NOT NULL,
	`slot` text NOT NULL,
	`state` text NOT NULL,
	`attempts` integer NOT NULL,
	`reason` text,
	`due_at` text NOT NULL,
	`at` text NOT NULL
);

CREATE INDEX `wake_at` ON `wake` (`at`);

CREATE INDEX `wake_due` ON `wake` (`state`,`due_at`);

CREATE INDEX `wake_of_agent` ON `wake` (`agent`,`at`);

CREATE TABLE `waking` (
	`id` text PRIMARY KEY NOT NULL,
	`stream` text NOT NULL,
	`state` text NOT NULL
);
