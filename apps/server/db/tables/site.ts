import type { RoundId, UserId } from "@first-bounce/rules/ids";
import type { Generated, GeneratedAlways } from "kysely";
import type { Json, NullableTime, Time } from "../columns.ts";

export interface SiteTables {
	readonly share_snapshots: ShareSnapshotsTable;
	readonly contact_messages: ContactMessagesTable;
	readonly static_exports: StaticExportsTable;
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
