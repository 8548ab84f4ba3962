-- expand
ALTER TABLE "consents" DROP CONSTRAINT "consents_kind";--> statement-breakpoint
-- Every earlier row meets the narrower constraint that this one replaces, so no scan is needed.
ALTER TABLE "consents" ADD CONSTRAINT "consents_kind" CHECK ("consents"."kind" in ('terms', 'age', 'analytics')) NOT VALID;
