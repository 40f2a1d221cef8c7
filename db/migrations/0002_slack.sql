CREATE TABLE `identity` (
	`id` text PRIMARY KEY NOT NULL,
	`stream` text NOT NULL,
	`state` text NOT NULL,
	`person` text
);
--> statement-breakpoint
CREATE INDEX `identity_of_person` ON `identity` (`person`);--> statement-breakpoint
CREATE TABLE `link_code` (
	`id` text PRIMARY KEY NOT NULL,
	`stream` text NOT NULL,
	`state` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `press` (
	`id` text PRIMARY KEY NOT NULL,
	`platform` text NOT NULL,
	`raw` text NOT NULL,
	`at` text NOT NULL,
	`done_at` text
);
--> statement-breakpoint
CREATE INDEX `press_unfinished` ON `press` (`platform`,`done_at`,`at`);--> statement-breakpoint
CREATE INDEX `press_at` ON `press` (`at`);--> statement-breakpoint
CREATE TABLE `route_trouble` (
	`route` text PRIMARY KEY NOT NULL,
	`reason` text NOT NULL,
	`fix` text NOT NULL,
	`since` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `route_trouble_since` ON `route_trouble` (`since`);--> statement-breakpoint
CREATE TABLE `setting` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `post` ADD `revision` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `post` ADD `since` text;--> statement-breakpoint
ALTER TABLE `post` ADD `doubts` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `post` ADD `faults` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `post_of_message` ON `post` (`message`);--> statement-breakpoint
CREATE INDEX `post_of_route` ON `post` (`route`);--> statement-breakpoint
ALTER TABLE `route` ADD `place` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `route_of_place` ON `route` (`place`,`phase`);--> statement-breakpoint
UPDATE `route` SET `place` = json_extract(`state`, '$.platform') || ':' || json_extract(`state`, '$.address');--> statement-breakpoint
UPDATE `post` SET `revision` = CAST(substr(`message`, 1, instr(`message`, ':') - 1) AS INTEGER), `message` = substr(`message`, instr(`message`, ':') + 1) WHERE `message` IS NOT NULL;
