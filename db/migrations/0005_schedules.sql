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
--> statement-breakpoint
CREATE UNIQUE INDEX `digest_listed_unique` ON `digest` (`listed`);--> statement-breakpoint
CREATE INDEX `digest_of_goal` ON `digest` (`goal`,`listed`);--> statement-breakpoint
CREATE INDEX `digest_of_schedule` ON `digest` (`schedule`,`listed`);--> statement-breakpoint
CREATE INDEX `digest_for` ON `digest` (`schedule`,`recipient`,`seq`);--> statement-breakpoint
CREATE TABLE `digest_shows` (
	`of` text NOT NULL,
	`stream` text NOT NULL,
	`kind` text NOT NULL,
	`target` text NOT NULL,
	`schedule` text NOT NULL,
	`seq` integer NOT NULL,
	PRIMARY KEY(`kind`, `target`, `schedule`, `seq`, `of`)
);
--> statement-breakpoint
CREATE INDEX `digest_shows_of` ON `digest_shows` (`of`);--> statement-breakpoint
CREATE INDEX `digest_shows_newest` ON `digest_shows` (`kind`,`target`,`seq`);--> statement-breakpoint
CREATE TABLE `schedule` (
	`id` text PRIMARY KEY NOT NULL,
	`stream` text NOT NULL,
	`state` text NOT NULL,
	`goal` text NOT NULL,
	`phase` text NOT NULL,
	`seq` integer NOT NULL,
	`due_at` text
);
--> statement-breakpoint
CREATE INDEX `schedule_of_goal` ON `schedule` (`goal`,`phase`);--> statement-breakpoint
CREATE INDEX `schedule_due` ON `schedule` (`due_at`);--> statement-breakpoint
CREATE TABLE `slot` (
	`id` text PRIMARY KEY NOT NULL,
	`stream` text NOT NULL,
	`state` text NOT NULL,
	`schedule` text NOT NULL,
	`slot` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `slot_of_schedule` ON `slot` (`schedule`,`slot`);--> statement-breakpoint
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
--> statement-breakpoint
CREATE INDEX `wake_due` ON `wake` (`state`,`due_at`);--> statement-breakpoint
CREATE INDEX `wake_of_agent` ON `wake` (`agent`,`at`);--> statement-breakpoint
CREATE INDEX `wake_at` ON `wake` (`at`);--> statement-breakpoint
CREATE TABLE `waking` (
	`id` text PRIMARY KEY NOT NULL,
	`stream` text NOT NULL,
	`state` text NOT NULL
);
