-- expand
ALTER TABLE "alarms" ADD COLUMN "mailed_at" timestamp with time zone;
