import { type RawBuilder, sql } from "kysely";

const NAMED = /^-- prepared: (\S+)\n/;

/**
 * SQL: begins a statement that each connection prepares once, so that PostgreSQL plans it a few times only. For hot statements
 * whose text never varies. They name their columns, because a statement fails whose columns change during an upgrade.
 */
export const prepared = (name: string): RawBuilder<unknown> => sql.raw(`-- prepared: ${name}\n`);

/** Gives a query of Kysely the name under which it is prepared, as `pg` expects it. */
export function nameQuery(config: unknown, rest: readonly unknown[]): readonly [unknown, ...unknown[]] {
	const name = typeof config === "string" ? NAMED.exec(config)?.[1] : undefined;
	if (name === undefined) return [config, ...rest];
	const [values, ...others] = rest;
	return [{ name, text: config, values }, ...others];
}
