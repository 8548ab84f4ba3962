-- Five different whole numbers from 1 to 90: the last guard behind the rules in src/domain/draw.ts.
CREATE FUNCTION "is_ball_set"(balls smallint[]) RETURNS boolean LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT cardinality(balls) = 5 AND 1 <= ALL (balls) AND 90 >= ALL (balls)
    AND (SELECT count(DISTINCT ball) FROM unnest(balls) AS ball) = 5
$$;
