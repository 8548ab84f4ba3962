-- expand
-- A result changes only with its record in the same transaction: a correction that names the old values, or an entry of the
-- audit trail about the confirmation, the deletion or its undo. Samples are no results. Tables are named with their schema:
-- otherwise a temporary table of the app's role would come first.
CREATE FUNCTION "refuse_unrecorded_change"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before CONSTANT jsonb := to_jsonb(OLD);
  after CONSTANT jsonb := to_jsonb(NEW);
  moves CONSTANT boolean := NEW.deleted_at IS DISTINCT FROM OLD.deleted_at;
  corrects CONSTANT boolean := before - 'deleted_at' <> after - 'deleted_at';
  confirms CONSTANT boolean := NOT moves AND OLD.state = 'unconfirmed' AND NEW.state = 'drawn'
    AND before - 'state' - 'version' = after - 'state' - 'version';
  record_of CONSTANT text := CASE
    WHEN confirms THEN 'draw.confirm' WHEN NEW.deleted_at IS NULL THEN 'draw.restore' ELSE 'draw.delete' END;
  is_audited CONSTANT boolean := (moves OR confirms) AND EXISTS (
    SELECT FROM "public"."audit" a
    WHERE a.subject = 'draw:' || OLD.id AND a.action = record_of AND a.xmin = pg_current_xact_id()::xid);
  is_corrected CONSTANT boolean := corrects AND NEW.version = OLD.version + 1 AND EXISTS (
    SELECT FROM "public"."draw_corrections" c
    WHERE c.draw_id = OLD.id AND c.version = OLD.version AND c.xmin = pg_current_xact_id()::xid
      AND (c.old -> 'game', c.old -> 'date', c.old -> 'winning', c.old -> 'machine')
        = (before -> 'game_key', before -> 'date', before -> 'winning', before -> 'machine'));
BEGIN
  IF (OLD.id, OLD.public_id, OLD.source) IS DISTINCT FROM (NEW.id, NEW.public_id, NEW.source)
     OR moves AND NOT is_audited
     OR corrects AND NOT is_corrected AND NOT (confirms AND is_audited) THEN
    RAISE EXCEPTION 'draw % changes only with its record in the same transaction', OLD.id
      USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "recorded" AFTER UPDATE ON "draws" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.source <> 'sample' OR NEW.source <> 'sample') AND OLD.* IS DISTINCT FROM NEW.*)
  EXECUTE FUNCTION "refuse_unrecorded_change"();
--> statement-breakpoint
CREATE TRIGGER "kept" BEFORE DELETE ON "draws" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
-- The change log tells phones and other servers what changed.
CREATE TRIGGER "append_only" BEFORE UPDATE OR DELETE ON "changes" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
