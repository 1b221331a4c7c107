import type { PlayerId } from "@first-bounce/rules/ids";
import { suggestCaptains } from "@first-bounce/rules/lockout/lock-fixes";
import { getSquadStartTime } from "@first-bounce/rules/round/round";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../app/paths.ts";
import { Button } from "../../../components/button/button.tsx";
import { formatMatchTime, formatPoints } from "../../../i18n/format.ts";
import type { Board } from "../board/state/board.ts";
import { listIssues } from "../board/state/list-issues.ts";
import { buildLockContext } from "../model/call-lock-rules.ts";
import { applyFix } from "./apply-fix.ts";
import styles from "./lock-check.module.css";
import { LoopForm, LoopTip } from "./loop-form.tsx";

/** The captain and vice captain whom the coach would choose, with the reasons, and the loop. */
export const CaptainAdvice = ({ board }: { readonly board: Board }) => {
	const { t } = useTranslation();
	const { season, lineup, context, mode, editor } = board;
	const { current } = season;
	const isOpen = (mode === "edit" && editor.emptySlots.length === 0) || mode === "live";
	if (!current || current.status === "complete" || !isOpen) return null;
	const lockContext = buildLockContext({ season, round: current, isLocked: context.isLocked });
	// If the captaincy is among the issues, its fix is shown here too, so that the two agree.
	const fix = listIssues(board).find((issue) => issue.fix?.kind === "captains")?.fix;
	const advised = fix?.kind === "captains" ? fix : suggestCaptains(lineup, lockContext);
	const isSame = advised.captainId === lineup.captainId && advised.viceCaptainId === lineup.viceCaptainId;
	const getStart = (id: PlayerId) => getSquadStartTime(season.playerById.get(id)?.squadId ?? 0, current);
	const describe = (id: PlayerId) => ({
		name: season.getPlayerName(id),
		points: formatPoints(lockContext.getExpectedPoints(id)),
		time: Number.isFinite(getStart(id)) ? formatMatchTime(getStart(id)) : "–",
	});
	const isEarly = getStart(advised.viceCaptainId) < getStart(advised.captainId);
	const captain = describe(advised.captainId);
	const vice = describe(advised.viceCaptainId);
	return (
		<section className={styles.section}>
			<h3>{t("captains.title")}</h3>
			<dl className={styles.captains}>
				<div>
					<dt>{t("captains.captain", captain)}</dt>
					<dd>{t(context.isLocked(advised.captainId) ? "captains.locked" : "captains.captainWhy", captain)}</dd>
				</div>
				<div>
					<dt>{t("captains.vice", vice)}</dt>
					<dd>
						{t(
							context.isLocked(advised.viceCaptainId)
								? "captains.locked"
								: isEarly
									? "captains.viceEarly"
									: "captains.viceWhy",
							{ ...vice, captain: captain.name },
						)}
					</dd>
				</div>
			</dl>
			{isSame ? (
				<p>{t("captains.same")}</p>
			) : fix ? null : (
				<div className={styles.actions}>
					<Button variant="main" icon="captain" onPress={() => applyFix(board, { ...advised, kind: "captains" })}>
						{t("captains.use")}
					</Button>
				</div>
			)}
			<p className={styles.note}>
				{t("captains.loop")} <Link to={paths.help.to("game-rules")}>{t("captains.help")}</Link>
			</p>
			{board.draft ? null : <LoopTip board={board} round={current} />}
			{season.rules.instructions.isAllowed && !board.draft ? <LoopForm board={board} round={current} /> : null}
		</section>
	);
};
