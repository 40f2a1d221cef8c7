CREATE TRIGGER `entry_never_updated` BEFORE UPDATE ON `entry`
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only: an entry is never changed'); END;
--> statement-breakpoint
CREATE TRIGGER `entry_never_deleted` BEFORE DELETE ON `entry`
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only: an entry is never deleted'); END;
--> statement-breakpoint
CREATE TRIGGER `entry_never_replaced` BEFORE INSERT ON `entry`
WHEN EXISTS (
	SELECT 1 FROM `entry`
	WHERE `position` = NEW.`position` OR `id` = NEW.`id` OR (`stream` = NEW.`stream` AND `seq` = NEW.`seq`)
)
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only: an entry is never replaced'); END;
