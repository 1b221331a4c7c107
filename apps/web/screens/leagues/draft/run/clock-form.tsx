import { changeDraftClock } from "@first-bounce/contract/draft/draft-process";
import { LIVE_PICK_SECONDS, MAX_SLOW_PICK_HOURS, MIN_SLOW_PICK_HOURS } from "@first-bounce/rules/draft/pick-clock";
import type { TFunction } from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCallMutation } from "../../../../api/use-call.ts";
import { Button } from "../../../../components/button/button.tsx";
import { CheckboxField } from "../../../../components/fields/checkbox-field.tsx";
import { SelectField } from "../../../../components/fields/select-field.tsx";
import { TextField } from "../../../../components/fields/text-field.tsx";
import { Segmented } from "../../../../components/segmented/segmented.tsx";
import { ErrorNotice } from "../../../../components/states/states.tsx";
import { showToast } from "../../../../components/toast/toasts.tsx";
import { useRoom } from "../room/use-room.ts";
import styles from "./commissioner-drawer.module.css";

const HOUR_SECONDS = 3_600;
const KINDS = ["live", "slow"] as const;
const DEFAULT_SECONDS = { live: 60, slow: 8 * HOUR_SECONDS };
const DEFAULT_NIGHT = { from: "22:00", to: "08:00" };
const SLOW_HOURS = Array.from(
	{ length: MAX_SLOW_PICK_HOURS - MIN_SLOW_PICK_HOURS + 1 },
	(_, index) => MIN_SLOW_PICK_HOURS + index,
);

/** The times that a kind of clock may have for a pick, in seconds. */
const listTimes = (kind: (typeof KINDS)[number], t: TFunction) =>
	kind === "live"
		? LIVE_PICK_SECONDS.map((value) => ({
				value: String(value),
				label: t("draftRoom.run.clock.seconds", { count: value }),
			}))
		: SLOW_HOURS.map((hours) => ({
				value: String(hours * HOUR_SECONDS),
				label: t("draftRoom.run.clock.hours", { count: hours }),
			}));

/** Changes the time for a pick, from the next pick on. */
export const ClockForm = () => {
	const { t } = useTranslation();
	const { league } = useRoom().draft;
	const [kind, setKind] = useState(league.clock);
	const [seconds, setSeconds] = useState(league.pickTurnTime);
	const [night, setNight] = useState(league.nightPause);
	const change = useCallMutation(changeDraftClock, {
		meta: { hasInlineError: true },
		onSuccess: () => showToast({ tone: "good", text: t("draftRoom.run.clock.done") }),
	});
	const submit = () =>
		change.mutate({
			params: { id: league.id },
			body: { clock: kind, pickTurnTime: seconds, nightPause: kind === "slow" ? night : null },
		});
	return (
		<div className={styles.form}>
			<p>{t("draftRoom.run.clock.text")}</p>
			<Segmented
				label={t("draftRoom.run.clock.kind")}
				choices={KINDS.map((value) => ({ value, label: t(`draftRoom.run.clock.kinds.${value}`) }))}
				value={kind}
				onChange={(value) => {
					setKind(value);
					setSeconds(value === league.clock ? league.pickTurnTime : DEFAULT_SECONDS[value]);
				}}
			/>
			<SelectField
				name="seconds"
				label={t("draftRoom.run.clock.time")}
				placeholder={t("draftRoom.run.exchange.choose")}
				value={String(seconds)}
				choices={listTimes(kind, t)}
				onChange={(value) => setSeconds(Number(value))}
			/>
			{kind === "slow" ? (
				<CheckboxField
					name="night"
					isSelected={night !== null}
					onChange={(isOn) => setNight(isOn ? DEFAULT_NIGHT : null)}
				>
					{t("draftRoom.run.clock.night")}
				</CheckboxField>
			) : null}
			{kind === "slow" && night ? (
				<div className={styles.row}>
					<TextField
						name="from"
						type="time"
						label={t("draftRoom.run.clock.from")}
						value={night.from}
						onChange={(from) => setNight({ ...night, from })}
					/>
					<TextField
						name="to"
						type="time"
						label={t("draftRoom.run.clock.to")}
						value={night.to}
						onChange={(to) => setNight({ ...night, to })}
					/>
				</div>
			) : null}
			<ErrorNotice error={change.error} />
			<div className={styles.buttons}>
				<Button isPending={change.isPending} onPress={submit}>
					{t("draftRoom.run.clock.submit")}
				</Button>
			</div>
		</div>
	);
};
