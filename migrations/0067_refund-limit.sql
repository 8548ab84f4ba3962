-- expand
ALTER TABLE "installation" ADD COLUMN "refund_limit_kobo" integer DEFAULT 0 NOT NULL;