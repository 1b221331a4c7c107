import type { ColumnType } from "kysely";

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** A jsonb column: read as its value, written as JSON text, because pg would write an array as an SQL array. */
export type Json<Value> = ColumnType<Value, string, string>;
/** A timestamptz column. `Nullable…` and `Defaulted…` columns may be left out of an insert. */
export type Time = ColumnType<Date, Date | string, Date | string>;
export type NullableTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
export type DefaultedTime = ColumnType<Date, Date | string | undefined, Date | string>;
export type DefaultedJson<Value> = ColumnType<Value, string | undefined, string>;
export type NullableJson<Value> = ColumnType<Value | null, string | null | undefined, string | null>;
