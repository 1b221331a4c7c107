import type { SuccessOf } from "@first-bounce/contract/call";
import { showClock } from "@first-bounce/contract/clock";
import type { showOverview } from "@first-bounce/contract/operator/operator";
import { setClock } from "@first-bounce/contract/operator/season";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { callKey, useCallMutation } from "../../../api/use-call.ts";
import { Button } from "../../../components/button/button.tsx";
import { ErrorNotice } from "../../../components/states/states.tsx";
import { useSeasonSecond, useSeasonTimer } from "../../../live/season-clock.ts";
import overviewStyles from "../overview/overview.module.css";
import dialogStyles from "../parts/action-dialog.module.css";
import { DateTime } from "../parts/date-time.tsx";
import { Panel } from "../parts/panel.tsx";
import { TimeField } from "../parts/time-field.tsx";

const SPEEDS = [0, 1, 60, 600, 3600] as const;

interface Props {
	readonly kind: NonNullable<SuccessOf<typeof showOverview>["clock"]>;
}

/** Controls the season clock of a demo or rehearsal. A rehearsal plays its rounds by itself. */
export const ClockPanel = ({ kind }: Props) => {
	const { t } = useTranslation("operator");
	const queryClient = useQueryClient();
	const now = useSeasonSecond();
	const { speed } = useSeasonTimer();
	const change = useCallMutation(setClock, {
		meta: { hasInlineError: true },
		onSuccess: (clock) => queryClient.setQueryData(callKey(showClock, {}), clock),
	});
	const [at, setAt] = useState("");
	const pending = change.isPending ? change.variables.body : null;
	/** One change at a time: a second press of "next" would skip another lock. */
	const changeClock = (body: Parameters<typeof change.mutate>[0]["body"]) => {
		if (pending === null) change.mutate({ body });
	};
	return (
		<Panel title={t(`clock.title.${kind}`)} text={t(`clock.text.${kind}`)}>
			<p className={overviewStyles.bigTime}>
				<DateTime at={new Date(now).toISOString()} /> <small>{t("clock.speed", { speed })}</small>
			</p>
			<div className={dialogStyles.buttons}>
				{kind === "demo" ? (
					<Button icon="play" onPress={() => changeClock({ action: "play" })} isPending={pending?.action === "play"}>
						{t("clock.play")}
					</Button>
				) : null}
				<Button icon="lock" onPress={() => changeClock({ action: "next" })} isPending={pending?.action === "next"}>
					{t("clock.next")}
				</Button>
				{SPEEDS.map((factor) => (
					<Button
						key={factor}
						variant="quiet"
						isPending={pending?.action === "speed" && pending.speed === factor}
						onPress={() => changeClock({ action: "speed", speed: factor })}
					>
						{factor === 0 ? t("clock.pause") : `× ${factor}`}
					</Button>
				))}
			</div>
			<div className={dialogStyles.inline}>
				<TimeField label={t("clock.jump")} value={at} onChange={setAt} />
				<Button
					isDisabled={at === ""}
					onPress={() => changeClock({ action: "set", at })}
					isPending={pending?.action === "set"}
				>
					{t("clock.set")}
				</Button>
			</div>
			<ErrorNotice error={change.error} />
		</Panel>
	);
};
