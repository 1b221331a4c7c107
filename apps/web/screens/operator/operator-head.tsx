import { endOperatorAccess, type OperatorAccess, showOperatorAccess } from "@first-bounce/contract/operator/access";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { callKey, useCallMutation } from "../../api/use-call.ts";
import { useSeason } from "../../api/use-season.ts";
import { Button } from "../../components/button/button.tsx";
import { useSeasonSecond, useSeasonTimer } from "../../live/season-clock.ts";
import styles from "./operator.module.css";
import { DateTime } from "./parts/date-time.tsx";

/** A smaller difference from real time does not mean that the season's clock was moved. */
const MIN_CLOCK_DIFFERENCE_MS = 60_000;

/** Says which times follow the season's clock, if it was moved in a demo or rehearsal. */
const ClockNote = () => {
	const { t } = useTranslation("operator");
	const { isKnown } = useSeasonTimer();
	const seasonNow = useSeasonSecond();
	const now = Date.now();
	if (!isKnown || Math.abs(seasonNow - now) < MIN_CLOCK_DIFFERENCE_MS) return null;
	return (
		<p>
			{t("twoClocks")} <DateTime at={new Date(seasonNow).toISOString()} />; {t("realTime")}{" "}
			<DateTime at={new Date(now).toISOString()} />.
		</p>
	);
};

/** The console's title, the expiry of the second factor and the lock button. */
export const OperatorHead = ({ access }: { readonly access: OperatorAccess }) => {
	const { t } = useTranslation("operator");
	const season = useSeason();
	const queries = useQueryClient();
	const leave = useCallMutation(endOperatorAccess, {
		onSuccess: (next) => queries.setQueryData(callKey(showOperatorAccess, {}), next),
	});
	return (
		<header className={styles.head}>
			<div>
				<h1>{t("title")}</h1>
				<p>
					{t(`role.${access.role ?? "owner"}`)} · {season.state === "ready" ? season.value.name : t("noSeason")}
				</p>
				<ClockNote />
			</div>
			<div className={styles.verified}>
				{access.verifiedUntil ? (
					<span>
						{t("verifiedUntil")} <DateTime at={access.verifiedUntil} />
					</span>
				) : null}
				<Button icon="lock" onPress={() => leave.mutate({})} isPending={leave.isPending}>
					{t("stepDown")}
				</Button>
			</div>
		</header>
	);
};
