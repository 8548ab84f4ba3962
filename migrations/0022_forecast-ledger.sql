-- expand
CREATE TABLE "authors" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "authors_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" text,
	"pen_name" text,
	"is_sample" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "authors_user_id_unique" UNIQUE("user_id"),
	CONSTRAINT "authors_pen_name_unique" UNIQUE("pen_name")
);
--> statement-breakpoint
CREATE TABLE "draw_observations" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "draw_observations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"game_key" text NOT NULL,
	"draw_date" date NOT NULL,
	"observed_at" timestamp with time zone NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"by" text,
	CONSTRAINT "draw_observations_once" UNIQUE("game_key","draw_date","observed_at")
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"chain" text NOT NULL,
	"entry" integer NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"game_key" text NOT NULL,
	"draw_date" date NOT NULL,
	"prediction_id" bigint,
	"version" integer,
	"author_id" bigint,
	"closes_at" timestamp with time zone,
	"lock_at" timestamp with time zone,
	"form" text,
	"numbers" smallint[],
	"reasons_hash" text,
	"image_hash" text,
	"nonce" text,
	"from_at" timestamp with time zone,
	"to_at" timestamp with time zone,
	"cause" text,
	"state" text,
	"drawn_on" date,
	"winning" smallint[],
	"by_author" bigint,
	"fingerprint" text NOT NULL,
	"previous" text NOT NULL,
	"head" text NOT NULL,
	CONSTRAINT "ledger_entries_chain_entry_pk" PRIMARY KEY("chain","entry"),
	CONSTRAINT "ledger_entries_previous" UNIQUE("previous"),
	CONSTRAINT "ledger_entries_entry" CHECK ("ledger_entries"."entry" > 0),
	CONSTRAINT "ledger_entries_chain" CHECK ("ledger_entries"."chain" in ('real', 'sample')),
	CONSTRAINT "ledger_entries_kind" CHECK ("ledger_entries"."kind" in ('version', 'withdrawal', 'lock', 'result')),
	CONSTRAINT "ledger_entries_forecast" CHECK (("ledger_entries"."kind" in ('version', 'withdrawal')) = ("ledger_entries"."prediction_id" is not null)),
	CONSTRAINT "ledger_entries_nonce" CHECK (("ledger_entries"."kind" = 'version') = ("ledger_entries"."nonce" is not null)),
	CONSTRAINT "ledger_entries_lock" CHECK (("ledger_entries"."kind" = 'lock') = ("ledger_entries"."cause" is not null)),
	CONSTRAINT "ledger_entries_result" CHECK (("ledger_entries"."kind" = 'result') = ("ledger_entries"."state" is not null))
);
--> statement-breakpoint
CREATE TABLE "multipliers" (
	"operator" text NOT NULL,
	"bet" text NOT NULL,
	"valid_from" date NOT NULL,
	"times" integer,
	"at" timestamp with time zone NOT NULL,
	"by" text,
	CONSTRAINT "multipliers_operator_bet_valid_from_pk" PRIMARY KEY("operator","bet","valid_from"),
	CONSTRAINT "multipliers_bet" CHECK ("multipliers"."bet" in ('first_ball', 'two_sure', 'three_direct', 'four_direct', 'five_direct')),
	CONSTRAINT "multipliers_times" CHECK ("multipliers"."times" between 1 and 1000000)
);
--> statement-breakpoint
ALTER TABLE "game_slots" ADD COLUMN "margin_minutes" smallint DEFAULT 15 NOT NULL;--> statement-breakpoint
ALTER TABLE "predictions" ADD COLUMN "lock_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "predictions" ADD COLUMN "chain" text;--> statement-breakpoint
ALTER TABLE "predictions" ADD COLUMN "author_id" bigint;--> statement-breakpoint
ALTER TABLE "draw_observations" ADD CONSTRAINT "draw_observations_game_key_games_key_fk" FOREIGN KEY ("game_key") REFERENCES "public"."games"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_game_key_games_key_fk" FOREIGN KEY ("game_key") REFERENCES "public"."games"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_author_id_authors_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."authors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_by_author_authors_id_fk" FOREIGN KEY ("by_author") REFERENCES "public"."authors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_version" ON "ledger_entries" USING btree ("prediction_id","version") WHERE kind = 'version';--> statement-breakpoint
CREATE INDEX "ledger_entries_draw" ON "ledger_entries" USING btree ("chain","game_key","draw_date");--> statement-breakpoint
ALTER TABLE "predictions" ADD CONSTRAINT "predictions_author_id_authors_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."authors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "draws_samples" ON "draws" USING btree ("id") WHERE source = 'sample' and deleted_at is null;--> statement-breakpoint
ALTER TABLE "game_slots" ADD CONSTRAINT "game_slots_margin" CHECK ("game_slots"."margin_minutes" between 0 and 1439);--> statement-breakpoint
ALTER TABLE "predictions" ADD CONSTRAINT "predictions_ledger" CHECK (("predictions"."chain" is null) = ("predictions"."author_id" is null));--> statement-breakpoint
-- Sources disagree about Premier's evening draws by up to an hour.
UPDATE "game_slots" SET "margin_minutes" = 60
  FROM "games" WHERE "games"."key" = "game_slots"."game_key" AND "games"."operator" = 'Premier Lotto' AND "close" = 20 * 60;
--> statement-breakpoint
-- No role changes the ledger, not even the owner by accident.
CREATE TRIGGER "append_only" BEFORE UPDATE OR DELETE ON "ledger_entries" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
CREATE TRIGGER "never_emptied" BEFORE TRUNCATE ON "ledger_entries" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
CREATE TRIGGER "append_only" BEFORE UPDATE OR DELETE ON "draw_observations" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
CREATE TRIGGER "append_only" BEFORE UPDATE OR DELETE ON "multipliers" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
CREATE TRIGGER "kept" BEFORE DELETE ON "authors" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
-- The close and the lock of a draw move earlier, never later; a withdrawal, the chain and the author stay.
CREATE OR REPLACE FUNCTION "refuse_later_close"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.game_key = OLD.game_key AND NEW.draw_date = OLD.draw_date
     AND (NEW.closes_at IS DISTINCT FROM OLD.closes_at AND NOT coalesce(NEW.closes_at < OLD.closes_at, false)
       OR NEW.lock_at IS DISTINCT FROM OLD.lock_at AND NOT coalesce(NEW.lock_at < OLD.lock_at, false))
     OR OLD.withdrawn_at IS NOT NULL AND NEW.withdrawn_at IS DISTINCT FROM OLD.withdrawn_at
     OR NEW.chain IS DISTINCT FROM OLD.chain OR NEW.author_id IS DISTINCT FROM OLD.author_id THEN
    RAISE EXCEPTION 'a close and a lock move only earlier; a withdrawal, a chain and an author stay'
      USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
