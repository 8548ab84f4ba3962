-- One to twenty different whole numbers from 1 to 90: the last guard behind the rules in src/domain/predictions.ts.
CREATE FUNCTION "is_forecast"(numbers smallint[]) RETURNS boolean LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT cardinality(numbers) BETWEEN 1 AND 20 AND 1 <= ALL (numbers) AND 90 >= ALL (numbers)
    AND (SELECT count(DISTINCT number) FROM unnest(numbers) AS number) = cardinality(numbers)
$$;
--> statement-breakpoint
CREATE TABLE "prediction_versions" (
	"prediction_id" bigint NOT NULL,
	"version" integer NOT NULL,
	"game_key" text NOT NULL,
	"draw_date" date NOT NULL,
	"closes_at" timestamp with time zone,
	"numbers" smallint[] NOT NULL,
	"form" text,
	"reasons" text,
	"image" text,
	"at" timestamp with time zone NOT NULL,
	"by" text,
	"reason" text,
	"in_time" boolean NOT NULL,
	CONSTRAINT "prediction_versions_prediction_id_version_pk" PRIMARY KEY("prediction_id","version"),
	CONSTRAINT "prediction_versions_numbers" CHECK (is_forecast("prediction_versions"."numbers")),
	CONSTRAINT "prediction_versions_form" CHECK ("prediction_versions"."form" in ('banker', 'two_sure', 'three_direct', 'five', 'ten')),
	CONSTRAINT "prediction_versions_reason" CHECK (("prediction_versions"."version" = 1) = ("prediction_versions"."reason" is null))
);
--> statement-breakpoint
CREATE TABLE "predictions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "predictions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"game_key" text NOT NULL,
	"draw_date" date NOT NULL,
	"closes_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" text,
	"submit_key" text,
	"withdrawn_at" timestamp with time zone,
	"withdrawn_by" text,
	"withdrawn_reason" text,
	CONSTRAINT "predictions_submit_key_unique" UNIQUE("submit_key"),
	CONSTRAINT "predictions_withdrawn" CHECK (("predictions"."withdrawn_at" is null) = ("predictions"."withdrawn_reason" is null))
);
--> statement-breakpoint
ALTER TABLE "prediction_versions" ADD CONSTRAINT "prediction_versions_prediction_id_predictions_id_fk" FOREIGN KEY ("prediction_id") REFERENCES "public"."predictions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "predictions" ADD CONSTRAINT "predictions_game_key_games_key_fk" FOREIGN KEY ("game_key") REFERENCES "public"."games"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "predictions_newest" ON "predictions" USING btree ("draw_date","id");--> statement-breakpoint
CREATE INDEX "predictions_draw" ON "predictions" USING btree ("game_key","draw_date");--> statement-breakpoint
CREATE INDEX "draw_corrections_old_day" ON "draw_corrections" USING btree (("old"->>'game'),("old"->>'date'));
--> statement-breakpoint
-- What a prediction said stays said.
CREATE TRIGGER "append_only" BEFORE UPDATE OR DELETE ON "prediction_versions" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
CREATE TRIGGER "kept" BEFORE DELETE ON "predictions" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
-- The close of a draw moves earlier, never later; a withdrawal stays.
CREATE FUNCTION "refuse_later_close"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.game_key = OLD.game_key AND NEW.draw_date = OLD.draw_date
     AND NEW.closes_at IS DISTINCT FROM OLD.closes_at AND NOT coalesce(NEW.closes_at < OLD.closes_at, false)
     OR OLD.withdrawn_at IS NOT NULL AND NEW.withdrawn_at IS DISTINCT FROM OLD.withdrawn_at THEN
    RAISE EXCEPTION 'a close moves only earlier, and a withdrawal stays' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "marks_stay" BEFORE UPDATE ON "predictions" FOR EACH ROW EXECUTE FUNCTION "refuse_later_close"();
