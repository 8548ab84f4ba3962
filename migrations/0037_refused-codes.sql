-- expand
ALTER TABLE "two_factors" ADD COLUMN "reports_refusal" boolean DEFAULT false NOT NULL;