CREATE TABLE `absence` (
	`platform` text PRIMARY KEY NOT NULL,
	`since` text NOT NULL,
	`until` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `prompt` (
	`id` text PRIMARY KEY NOT NULL,
	`account` text NOT NULL,
	`token` text NOT NULL,
	`expires_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `prompt_expires` ON `prompt` (`expires_at`);