-- expand
-- No draw waits for a second person any more. The release before still reads the setting and knows the state `unconfirmed`;
-- the next one drops both.
UPDATE "installation" SET "second_person" = false;
--> statement-breakpoint
-- The sweep publishes these results: it finds the same numbers recorded, and appends what the log of forecasts lacks.
INSERT INTO "held_results" ("game_key", "date", "state", "serial", "winning", "machine", "held_at", "held_by", "publish_at")
SELECT "game_key", "date", 'drawn', "serial", "winning", "machine", "recorded_at", "recorded_by", "recorded_at"
FROM "draws" WHERE "state" = 'unconfirmed' AND "deleted_at" IS NULL
ON CONFLICT DO NOTHING;
--> statement-breakpoint
-- The trigger `recorded` wants an entry for each.
INSERT INTO "audit" ("at", "action", "subject", "details")
SELECT now(), 'draw.confirm', 'draw:' || "id", jsonb_build_object('new', jsonb_build_object('state', 'drawn', 'winning', "winning"))
FROM "draws" WHERE "state" = 'unconfirmed';
--> statement-breakpoint
SELECT pg_advisory_xact_lock(749301003);
--> statement-breakpoint
INSERT INTO "changes" ("seq", "kind", "ids", "at")
SELECT (SELECT greatest(coalesce(max("seq"), 0) + 1, floor(extract(epoch FROM now()) * 1000)::bigint) FROM "changes"),
  'draws', array_agg("id"::text), now()
FROM "draws" WHERE "state" = 'unconfirmed' AND "deleted_at" IS NULL HAVING count(*) > 0;
--> statement-breakpoint
UPDATE "draws" SET "state" = 'drawn', "version" = "version" + 1 WHERE "state" = 'unconfirmed';
--> statement-breakpoint
-- A later migration may alter the table in the same transaction.
SET CONSTRAINTS ALL IMMEDIATE;
