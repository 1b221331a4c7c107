import type { RoundId, UserId } from "@first-bounce/rules/ids";
import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { Json, NullableTime, Time } from "../columns.ts";

export interface SiteTables {
	readonly share_snapshots: ShareSnapshotsTable;
	readonly contact_messages: ContactMessagesTable;
	readonly static_exports: StaticExportsTable;
	readonly site_setup: SiteSetupTable;
	readonly held_messages: HeldMessagesTable;
}

interface SiteSetupTable {
	only_row: Generated<boolean>;
	code_hash: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
	code_until: NullableTime;
	factor_secret: ColumnType<string | null, string | null | undefined, string | null>;
	factor_period: ColumnType<number | null, number | null | undefined, number | null>;
	recovery_hashes: ColumnType<Buffer[] | null, readonly Buffer[] | null | undefined, readonly Buffer[] | null>;
	finished_at: NullableTime;
	plays_demo: Generated<boolean>;
}

interface HeldMessagesTable {
	only_row: Generated<boolean>;
	before: Time;
}

interface ShareSnapshotsTable {
	id: string;
	kind: "team" | "trade" | "result";
	user_id: UserId;
	season_id: number;
	round_id: RoundId;
	content: Json<Record<string, unknown>>;
	content_hash: Buffer;
	shows_team: Generated<boolean>;
	created_at: Time;
}

interface ContactMessagesTable {
	id: GeneratedAlways<number>;
	user_id: UserId | null;
	name: string;
	email: string;
	message: string;
	page: Generated<string>;
	created_at: Time;
	handled_at: NullableTime;
}

interface StaticExportsTable {
	target: string;
	data_version: number;
	/** The hash of checksums.json. */
	checksums: string;
	exported_at: Time;
}
