import type { DraftAction } from "@first-bounce/contract/draft/draft-board";
import { useTranslation } from "react-i18next";
import { formatDateTime } from "../../../../i18n/format.ts";
import frame from "../../frame/frame.module.css";
import { useDraft } from "../use-draft.ts";
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

/** Who prepared what, by name, newest first. */
export const Preparations = () => {
	const { t } = useTranslation();
	const { board } = useDraft();
	const entries = board.log
		.flatMap((entry) => {
			const action = ACTIONS.find((candidate) => candidate === entry.action);
			return action ? [{ ...entry, action }] : [];
		})
		.toReversed()
		.slice(0, MAX_SHOWN);
	if (entries.length === 0) return null;
	return (
		<section className={frame.card}>
			<h2>{t("leagues.lobby.log.title")}</h2>
			<ul className={styles.log}>
				{entries.map(({ id, at, by, action, count, format }) => (
					<li key={id}>
						<span>
							{t(`leagues.lobby.log.${action}`, {
								name: by?.teamName || t("leagues.activity.someone"),
								robots: t("leagues.lobby.robots", { count: count ?? 0 }),
								format: t(`leagues.format.${format ?? "redraft"}`),
							})}
						</span>
						<time dateTime={at}>{formatDateTime(Date.parse(at))}</time>
					</li>
				))}
			</ul>
		</section>
	);
};
