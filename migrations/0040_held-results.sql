-- expand
CREATE TABLE "held_results" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "held_results_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"game_key" text NOT NULL,
	"date" date NOT NULL,
	"state" text NOT NULL,
	"serial" smallint,
	"winning" smallint[] NOT NULL,
	"machine" smallint[] NOT NULL,
	"held_at" timestamp with time zone NOT NULL,
	"held_by" text,
	CONSTRAINT "held_results_once" UNIQUE("game_key","date")
);
--> statement-breakpoint
ALTER TABLE "held_results" ADD CONSTRAINT "held_results_game_key_games_key_fk" FOREIGN KEY ("game_key") REFERENCES "public"."games"("key") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
-- A lock moves later only if the ledger says that the record which had moved it was a mistake.
CREATE OR REPLACE FUNCTION "refuse_later_close"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.game_key = OLD.game_key AND NEW.draw_date = OLD.draw_date
     AND (NEW.closes_at IS DISTINCT FROM OLD.closes_at AND NOT coalesce(NEW.closes_at < OLD.closes_at, false)
       OR NEW.lock_at IS DISTINCT FROM OLD.lock_at AND NOT coalesce(NEW.lock_at < OLD.lock_at, false)
         AND NOT EXISTS (
           SELECT FROM ledger_entries WHERE chain = NEW.chain AND game_key = NEW.game_key
             AND draw_date = NEW.draw_date AND cause = 'mistake' AND to_at >= NEW.lock_at))
     OR OLD.withdrawn_at IS NOT NULL AND NEW.withdrawn_at IS DISTINCT FROM OLD.withdrawn_at
     OR NEW.chain IS DISTINCT FROM OLD.chain OR NEW.author_id IS DISTINCT FROM OLD.author_id THEN
    RAISE EXCEPTION 'a close and a lock move only earlier; a withdrawal, a chain and an author stay'
      USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
