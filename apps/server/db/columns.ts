import type { ColumnType } from "kysely";

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** A column of jsonb: read as its value, written as JSON text (pg would write an array as an SQL one). */
export type Json<Value> = ColumnType<Value, string, string>;
/** A column of timestamptz. */
export type Time = ColumnType<Date, Date | string, Date | string>;
export type NullableTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
export type DefaultedTime = ColumnType<Date, Date | string | undefined, Date | string>;
export type DefaultedJson<Value> = ColumnType<Value, string | undefined, string>;
export type NullableJson<Value> = ColumnType<Value | null, string | null | undefined, string | null>;
