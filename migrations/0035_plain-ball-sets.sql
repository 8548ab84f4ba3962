-- expand
-- The same rule without a subquery, and not strict: Postgres puts it into the checks instead of calling it. The call was
-- half of the time of an import.
CREATE OR REPLACE FUNCTION "is_ball_set"(balls smallint[]) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_ndims(balls) = 1 AND array_lower(balls, 1) = 1 AND cardinality(balls) = 5
    AND 1 <= ALL (balls) AND 90 >= ALL (balls)
    AND balls[1] NOT IN (balls[2], balls[3], balls[4], balls[5])
    AND balls[2] NOT IN (balls[3], balls[4], balls[5])
    AND balls[3] NOT IN (balls[4], balls[5])
    AND balls[4] <> balls[5], false)
$$;
