import { endOperatorAccess, showOperatorAccess } from "@first-bounce/contract/calls/operator-calls";
import type { OperatorAccess } from "@first-bounce/contract/operator/access";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { callKey, useCallMutation } from "../../api/use-call.ts";
import { useSeason } from "../../api/use-season.ts";
import { Button } from "../../components/button/button.tsx";
import styles from "./operator.module.css";
import { DateTime } from "./parts/date-time.tsx";

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
				<p>{season.state === "ready" ? season.value.name : t("noSeason")}</p>
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
