-- expand
CREATE TABLE "calendar_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "calendar_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"game_key" text,
	"kind" text NOT NULL,
	"date" date NOT NULL,
	"to_date" date,
	"close" smallint,
	"reason" text NOT NULL,
	"undoes" bigint,
	"at" timestamp with time zone NOT NULL,
	"by" text,
	CONSTRAINT "calendar_changes_undoes_unique" UNIQUE("undoes"),
	CONSTRAINT "calendar_changes_kind" CHECK ("calendar_changes"."kind" in ('time', 'moved', 'cancelled', 'extra', 'holiday', 'undone')),
	CONSTRAINT "calendar_changes_close" CHECK ("calendar_changes"."close" between 0 and 1439),
	CONSTRAINT "calendar_changes_game" CHECK ("calendar_changes"."game_key" is not null or "calendar_changes"."kind" in ('holiday', 'undone')),
	CONSTRAINT "calendar_changes_undone" CHECK (("calendar_changes"."kind" = 'undone') = ("calendar_changes"."undoes" is not null))
);
--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "colour" text;--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "first_serial" smallint;--> statement-breakpoint
ALTER TABLE "calendar_changes" ADD CONSTRAINT "calendar_changes_game_key_games_key_fk" FOREIGN KEY ("game_key") REFERENCES "public"."games"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "calendar_changes_date" ON "calendar_changes" USING btree ("date");--> statement-breakpoint
ALTER TABLE "games" ADD CONSTRAINT "games_colour" CHECK ("games"."colour" in ('blue', 'orange', 'purple', 'teal', 'red')) NOT VALID;--> statement-breakpoint
ALTER TABLE "games" ADD CONSTRAINT "games_first_serial" CHECK ("games"."first_serial" between 1 and 999) NOT VALID;--> statement-breakpoint
CREATE TRIGGER "append_only" BEFORE UPDATE OR DELETE ON "calendar_changes" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
-- A close moves later only with a change of the calendar. A lock moves later only if the ledger says that the record which
-- had moved it was a mistake.
CREATE OR REPLACE FUNCTION "refuse_later_close"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.game_key = OLD.game_key AND NEW.draw_date = OLD.draw_date
     AND (NEW.closes_at IS DISTINCT FROM OLD.closes_at AND NOT coalesce(NEW.closes_at < OLD.closes_at, false)
         AND NOT EXISTS (
           SELECT FROM calendar_changes WHERE date = NEW.draw_date AND coalesce(game_key, NEW.game_key) = NEW.game_key)
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