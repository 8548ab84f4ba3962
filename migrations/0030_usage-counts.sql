-- expand
CREATE TABLE "usage_counts" (
	"hour" timestamp with time zone NOT NULL,
	"event" text NOT NULL,
	"page" text NOT NULL,
	"plan" text NOT NULL,
	"source" text NOT NULL,
	"n" integer NOT NULL,
	CONSTRAINT "usage_counts_hour_event_page_plan_source_pk" PRIMARY KEY("hour","event","page","plan","source"),
	CONSTRAINT "usage_counts_event" CHECK ("usage_counts"."event" in ('view', 'install')),
	CONSTRAINT "usage_counts_plan" CHECK ("usage_counts"."plan" in ('none', 'free', 'basic', 'pro')),
	CONSTRAINT "usage_counts_source" CHECK ("usage_counts"."source" in ('own', 'direct', 'search', 'social', 'messenger', 'site'))
);
