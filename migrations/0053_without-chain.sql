-- The log of 0052 replaces the chain; no real forecast is in it. An older release would still write to it, so it does not start.
-- squawk-ignore ban-drop-table
DROP TABLE "ledger_entries" CASCADE;--> statement-breakpoint
-- A close moves later only with a change of the calendar, a lock never.
CREATE OR REPLACE FUNCTION "refuse_later_close"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.game_key = OLD.game_key AND NEW.draw_date = OLD.draw_date
     AND (NEW.closes_at IS DISTINCT FROM OLD.closes_at AND NOT coalesce(NEW.closes_at < OLD.closes_at, false)
         AND NOT EXISTS (
           SELECT FROM calendar_changes WHERE date = NEW.draw_date AND coalesce(game_key, NEW.game_key) = NEW.game_key)
       OR NEW.lock_at IS DISTINCT FROM OLD.lock_at AND NOT coalesce(NEW.lock_at < OLD.lock_at, NEW.chain IS NULL))
     OR OLD.withdrawn_at IS NOT NULL AND NEW.withdrawn_at IS DISTINCT FROM OLD.withdrawn_at
     OR NEW.chain IS NOT NULL
       AND (NEW.chain IS DISTINCT FROM OLD.chain OR NEW.author_id IS DISTINCT FROM OLD.author_id) THEN
    RAISE EXCEPTION 'a close and a lock move only earlier; a withdrawal, a log and an author stay'
      USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- Forecasts of the chain are from before the log.
UPDATE "predictions" SET "chain" = NULL, "author_id" = NULL, "lock_at" = NULL WHERE "chain" IS NOT NULL;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "refuse_later_close"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.game_key = OLD.game_key AND NEW.draw_date = OLD.draw_date
     AND (NEW.closes_at IS DISTINCT FROM OLD.closes_at AND NOT coalesce(NEW.closes_at < OLD.closes_at, false)
         AND NOT EXISTS (
           SELECT FROM calendar_changes WHERE date = NEW.draw_date AND coalesce(game_key, NEW.game_key) = NEW.game_key)
       OR NEW.lock_at IS DISTINCT FROM OLD.lock_at AND NOT coalesce(NEW.lock_at < OLD.lock_at, false))
     OR OLD.withdrawn_at IS NOT NULL AND NEW.withdrawn_at IS DISTINCT FROM OLD.withdrawn_at
     OR NEW.chain IS DISTINCT FROM OLD.chain OR NEW.author_id IS DISTINCT FROM OLD.author_id THEN
    RAISE EXCEPTION 'a close and a lock move only earlier; a withdrawal, a log and an author stay'
      USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
