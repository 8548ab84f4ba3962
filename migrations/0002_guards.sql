-- No two periods of one user and plan overlap, whatever the code does.
CREATE EXTENSION IF NOT EXISTS btree_gist;
--> statement-breakpoint
ALTER TABLE "periods" ADD CONSTRAINT "periods_apart"
  EXCLUDE USING gist ("user_id" WITH =, "plan" WITH =, tstzrange("starts_at", "ends_at") WITH &&)
  DEFERRABLE INITIALLY DEFERRED;
--> statement-breakpoint
-- Ledger, corrections and audit are append-only.
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are never changed or deleted', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER "append_only" BEFORE UPDATE OR DELETE ON "audit" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
CREATE TRIGGER "append_only" BEFORE UPDATE OR DELETE ON "grants" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
CREATE TRIGGER "append_only" BEFORE UPDATE OR DELETE ON "reversals" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
CREATE TRIGGER "append_only" BEFORE UPDATE OR DELETE ON "draw_corrections" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
