import type { ColumnType } from "kysely";

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** A column of jsonb: read as its value, written as JSON text (pg would write an array as an SQL one). */
export type Json<Value> = ColumnType<Value, string, string>;
/** A column of timestamptz. */
export type Time = ColumnType<Date, Date | string, Date | string>;
export type NullableTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
/** A column that may be left out when a row is written. */
export type Defaulted<Value> = ColumnType<Value, Value | undefined, Value>;
export type DefaultedTime = ColumnType<Date, Date | string | undefined, Date | string>;
export type DefaultedJson<Value> = ColumnType<Value, string | undefined, string>;
/** An id that the database gives. */
export type Given<Value> = ColumnType<Value, never, never>;
export type NullableJson<Value> = ColumnType<Value | null, string | null | undefined, string | null>;
