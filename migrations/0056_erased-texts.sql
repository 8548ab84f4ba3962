-- expand
-- Versions stay; only their reasons can be erased. The app may update a table without the trigger function "refuse_change".
CREATE FUNCTION "refuse_edit"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.reasons IS NOT NULL OR to_jsonb(OLD) - 'reasons' IS DISTINCT FROM to_jsonb(NEW) - 'reasons' THEN
    RAISE EXCEPTION 'a version stays; only its reasons can be erased' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
DROP TRIGGER "append_only" ON "prediction_versions";
--> statement-breakpoint
CREATE TRIGGER "append_only" BEFORE DELETE ON "prediction_versions" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
CREATE TRIGGER "only_erased" BEFORE UPDATE ON "prediction_versions" FOR EACH ROW EXECUTE FUNCTION "refuse_edit"();
