-- expand
CREATE TABLE "pictures" (
	"name" text PRIMARY KEY NOT NULL,
	"bytes" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "pictures_name" CHECK ("pictures"."name" = encode(sha256("pictures"."bytes"), 'hex') || '.webp')
);
