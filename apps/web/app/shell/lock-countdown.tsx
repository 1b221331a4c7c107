import { getNextLockTime } from "@first-bounce/rules/lockout/lockout";
import { findCurrentRound, hasRoundStarted } from "@first-bounce/rules/round/round";
import { applyDefaultRules } from "@first-bounce/rules/season-rules/season-rules";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { buildRounds } from "../../api/season-model.ts";
import { useStatic } from "../../api/use-static.ts";
import { Countdown } from "../../components/countdown/countdown.tsx";
import { useRoundLabel } from "../../i18n/use-round-label.ts";
import { useSeasonSecond } from "../../live/season-clock.ts";
import styles from "./shell.module.css";

export const LockCountdown = () => {
	const { t } = useTranslation();
	const formatRoundLabel = useRoundLabel();
	// Not useSeason, which would also fetch all players.
	const rounds = useStatic("rounds", { meta: { noErrorModal: true } }).data;
	const season = useStatic("season", { meta: { noErrorModal: true } }).data;
	const current = useMemo(() => findCurrentRound(buildRounds(rounds ?? [])), [rounds]);
	const now = useSeasonSecond();
	if (!rounds || !season) return null;
	const rules = applyDefaultRules(season.rules);
	if (!current || current.status === "complete") return <span className={styles.clock}>{t("clock.over")}</span>;
	const round = formatRoundLabel(current.id, rules);
	const next = getNextLockTime(current, now);
	if (next === null) return <span className={styles.clock}>{t("clock.allLocked", { round })}</span>;
	const started = hasRoundStarted(current, now);
	return (
		<span className={styles.clock} role="timer" aria-live="off">
			{started ? <span className={styles.live}>{t("clock.live", { round })}</span> : null}
			{started ? t("clock.nextLockIn") : t("clock.locksIn", { round })} <Countdown at={next} now={now} />
		</span>
	);
};
