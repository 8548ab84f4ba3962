-- The story of a payment is append-only; a payment itself is never deleted.
CREATE TRIGGER "append_only" BEFORE UPDATE OR DELETE ON "payment_events" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
CREATE TRIGGER "never_deleted" BEFORE DELETE ON "payments" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
