import type { RoundId, UserId } from "@first-bounce/rules/ids";
import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { Json, NullableTime, Time } from "../columns.ts";

export interface SiteTables {
	share_snapshots: {
		id: string;
		kind: "team" | "trade" | "result";
		user_id: UserId;
		season_id: number;
		round_id: RoundId;
		content: Json<Record<string, unknown>>;
		content_hash: Buffer;
		shows_team: Generated<boolean>;
		created_at: Time;
	};
	contact_messages: {
		id: GeneratedAlways<number>;
		user_id: UserId | null;
		name: string;
		email: string;
		message: string;
		page: Generated<string>;
		created_at: Time;
		handled_at: NullableTime;
	};
	static_exports: {
		target: string;
		data_version: number;
		/** The hash of checksums.json. */
		checksums: string;
		exported_at: Time;
	};
	site_setup: {
		only_row: Generated<boolean>;
		code_hash: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
		code_until: NullableTime;
		factor_secret: ColumnType<string | null, string | null | undefined, string | null>;
		factor_period: ColumnType<number | null, number | null | undefined, number | null>;
		recovery_hashes: ColumnType<Buffer[] | null, readonly Buffer[] | null | undefined, readonly Buffer[] | null>;
		finished_at: NullableTime;
		plays_demo: Generated<boolean>;
	};
	held_messages: {
		only_row: Generated<boolean>;
		before: Time;
	};
}
