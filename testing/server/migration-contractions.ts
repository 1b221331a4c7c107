/** Migrations from this number on run while the previous release still serves. */
const FIRST_CHECKED = 137;

/** Statements that break a running older release. */
const CONTRACTIONS: readonly (readonly [pattern: RegExp, what: string])[] = [
	[/\bDROP\s+(?:TABLE|VIEW|MATERIALIZED\s+VIEW|FUNCTION|TYPE|SEQUENCE|SCHEMA)\b/i, "drops something"],
	[
		/\bDROP\s+(?:COLUMN\b|(?!CONSTRAINT|INDEX|TRIGGER|NOT|DEFAULT|EXPRESSION|IDENTITY|TABLE)\w+\s*[,;])/i,
		"drops a column",
	],
	[/\bRENAME\b/i, "renames something"],
	[/\bSET\s+NOT\s+NULL\b/i, "makes a column NOT NULL"],
	[/\bALTER\s+(?:COLUMN\s+)?\w+\s+(?:SET\s+DATA\s+)?TYPE\b/i, "changes a column's type"],
	[/\bSET\s+SCHEMA\b/i, "moves a table"],
];

/** Declares the release since which nothing uses what a migration removes: `-- contract: unused since 0.2.0`. */
const DECLARATION = /^-- contract: unused since \d+\.\d+\.\d+$/m;

/** Removes comments, string literals and the quotation marks of names. */
const removeQuotedTexts = (text: string): string => text.replace(/--.*$|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"/gm, " ");

/** Finds columns that are added with NOT NULL and without a default, which an older release does not fill. */
function hasRequiredColumn(statement: string): boolean {
	if (!/^\s*ALTER\s+TABLE\b/i.test(statement)) return false;
	const added = statement.split(/\bADD\s+(?!CONSTRAINT|CHECK|UNIQUE|PRIMARY|FOREIGN|EXCLUDE)/i).slice(1);
	return added.some((column) => /\bNOT\s+NULL\b/i.test(column) && !/\b(?:DEFAULT|GENERATED)\b/i.test(column));
}

/**
 * Lists the reasons why a migration cannot run while the previous release still serves; empty if it only adds, is older
 * than the rule, or declares the release since which nothing uses what it removes.
 */
export function findContractions(name: string, text: string): string[] {
	if (Number.parseInt(name, 10) < FIRST_CHECKED || DECLARATION.test(text)) return [];
	const sql = removeQuotedTexts(text);
	const found = CONTRACTIONS.flatMap(([pattern, what]) => (pattern.test(sql) ? [what] : []));
	if (sql.split(";").some(hasRequiredColumn)) found.push("adds a NOT NULL column without a default");
	return found;
}
