import type { Violation } from "@first-bounce/rules/violation";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { Button } from "../../../components/button/button.tsx";
import { Notice } from "../../../components/states/states.tsx";
import { useOnline } from "../../../live/online.ts";
import { formatMoney } from "../../../wording/format.ts";
import { problemWords } from "../../../wording/problem.ts";
import type { SaveState } from "../editor/use-autosave.ts";
import { lineupOf } from "../model/team-state.ts";
import styles from "./notices.module.css";
import type { Board } from "./use-board.ts";

function violationWords(violation: Violation, { season }: Board, t: TFunction): string {
	if (violation.code === "locked")
		return t("violation.locked", { name: season.lookup(violation.playerId)?.name ?? "" });
	if (violation.code === "over-salary-cap")
		return t("violation.over-salary-cap", { amount: formatMoney(violation.by) });
	if (violation.code === "captain-not-on-field" || violation.code === "vice-captain-not-on-field")
		return t(`violation.${violation.code}`);
	return t("violation.other");
}

const DraftNotice = ({ board }: { readonly board: Board }) => {
	const { t } = useTranslation();
	const { editor, team } = board;
	if (!editor.isDirty) return null;
	const back = team.isComplete ? (
		<Button look="quiet" onPress={() => editor.replaceWith(lineupOf(team))}>
			{t("team.discardDraft")}
		</Button>
	) : null;
	if (editor.violations.length > 0)
		return (
			<Notice tone="bad" action={back}>
				{t("team.draftNeedsChange", {
					reason: editor.violations.map((violation) => violationWords(violation, board, t)).join("; "),
				})}
			</Notice>
		);
	if (editor.empty.length === 0) return null;
	return (
		<Notice tone="info" action={back}>
			{editor.isRestored ? `${t("team.restoredDraft")} ` : null}
			{t("team.draftHint", { count: editor.empty.length })}
		</Notice>
	);
};

/** Who on field will not play as things stand. */
const FieldNotice = ({ board }: { readonly board: Board }) => {
	const { t } = useTranslation();
	const doubtful = board.slots.flatMap(({ slot, player }) =>
		slot.area === "field" && player && !player.isLocked ? [player] : [],
	);
	const byes = doubtful.filter((player) => player.fixture.length === 0);
	const out = doubtful.filter(
		({ entry, fixture }) => fixture.length > 0 && (entry.status === "injured" || entry.status === "not-playing"),
	);
	if (byes.length + out.length === 0 || board.editor.empty.length > 0) return null;
	return (
		<Notice tone="warn">
			{out.length > 0
				? t("team.outNote", { count: out.length, names: out.map((player) => player.name).join(", ") })
				: null}{" "}
			{byes.length > 0 ? t("team.byeNote", { count: byes.length }) : null}
		</Notice>
	);
};

/** What the manager should know before doing anything else. */
export const Notices = ({ board, save }: { readonly board: Board; readonly save: SaveState }) => {
	const { t } = useTranslation();
	const isOnline = useOnline();
	const savedBank = board.team.salaryCap - board.team.value;
	return (
		<div className={styles.notices}>
			{isOnline ? null : <Notice tone="warn">{t("state.offline")}</Notice>}
			{save.kind === "failed" ? (
				<Notice
					tone="bad"
					action={
						<Button look="quiet" onPress={save.retry}>
							{t("state.retry")}
						</Button>
					}
				>
					{t("team.saveFailedWhy", { reason: problemWords(save.error, t) })}
				</Notice>
			) : null}
			{savedBank < 0 && board.team.isComplete ? (
				<Notice tone="bad">
					<b>{t("team.overCapTitle", { amount: formatMoney(-savedBank) })}</b> {t("team.overCapText")}
				</Notice>
			) : null}
			<DraftNotice board={board} />
			<FieldNotice board={board} />
		</div>
	);
};
