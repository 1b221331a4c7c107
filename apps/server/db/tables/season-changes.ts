import type { PlayerId, SquadId } from "@first-bounce/rules/ids";
import type { Line } from "@first-bounce/rules/player";
import type { Generated, GeneratedAlways } from "kysely";
import type { DefaultedTime, Json, JsonValue, NullableTime, Time } from "../columns.ts";

export interface SeasonChangeTables {
	season_imports: {
		season_id: number;
		table_name: string;
		/** The values that the last import read, by the key of the row. */
		rows: Json<Record<string, Row>>;
	};
	season_import_changes: {
		id: GeneratedAlways<number>;
		season_id: number;
		imported_at: DefaultedTime;
		actor: string;
		reason: string;
		source: "files" | "fetch";
		changes: Json<readonly StoredChanges[]>;
		undone_at: NullableTime;
		undone_by: string | null;
	};
	season_change_refusals: {
		season_id: number;
		change_key: string;
		version: string;
		refused_at: DefaultedTime;
		refused_by: string;
	};
	player_imports: {
		id: Generated<number>;
		season_id: number;
		kind: "availability" | "photos";
		started_at: Time;
		applied_at: NullableTime;
		undone_at: NullableTime;
	};
	player_import_changes: {
		import_id: number;
		player_id: PlayerId;
		before: Json<object>;
		after: Json<object>;
	};
	former_positions: {
		season_id: number;
		player_id: PlayerId;
		until_round: number;
		positions: Line[];
	};
	former_squads: {
		season_id: number;
		player_id: PlayerId;
		until_round: number;
		squad_id: SquadId;
	};
}

type Row = Readonly<Record<string, JsonValue>>;

/** What an import changed in a table. */
export interface StoredChanges {
	readonly table: string;
	readonly added: readonly Row[];
	/** These rows have only the key columns, the changed columns, and the columns that are merged together with them. */
	readonly changed: readonly { readonly before: Row; readonly after: Row }[];
	/** The removed rows, with all columns. */
	readonly removed: readonly Row[];
	/** What `season_imports` recorded of these rows before the import, by key; null for a row that it did not have. */
	readonly recorded: Readonly<Record<string, Row | null>>;
}
