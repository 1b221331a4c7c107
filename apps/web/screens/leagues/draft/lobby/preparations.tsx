import type { DraftAction } from "@first-bounce/contract/draft/draft-board";
import { useTranslation } from "react-i18next";
import { formatDateTime } from "../../../../i18n/format.ts";
import frame from "../../frame/frame.module.css";
import rows from "../../frame/rows.module.css";
import { useLogText } from "../room/use-log-text.ts";
import { useDraft, useRoomModel } from "../use-draft.ts";
import styles from "./lobby.module.css";

/** What happens before a draft. */
const ACTIONS = [
	"settings",
	"clock",
	"scheduled",
	"order-drawn",
	"order-set",
	"robots-added",
	"start-failed",
	"taken-over",
	"left",
	"reset",
	"converted",
	"confirmed",
	"keeper-deadline",
	"keepers-closed",
	"keepers-changed",
] as const satisfies readonly DraftAction[];
const MAX_SHOWN = 8;

/** The log of the preparations, newest first. */
export const Preparations = () => {
	const { t } = useTranslation();
	const draft = useDraft();
	const formatEntry = useLogText(useRoomModel(draft), null);
	const entries = draft.board.log
		.filter(({ action }) => ACTIONS.some((shown) => shown === action))
		.toReversed()
		.slice(0, MAX_SHOWN);
	if (entries.length === 0) return null;
	return (
		<section className={frame.card}>
			<h2>{t("leagues.lobby.preparations")}</h2>
			<ul className={`${rows.rows} ${styles.log}`}>
				{entries.map((entry) => (
					<li key={entry.id}>
						<span>{formatEntry(entry)}</span>
						<time dateTime={entry.at}>{formatDateTime(Date.parse(entry.at))}</time>
					</li>
				))}
			</ul>
		</section>
	);
};
