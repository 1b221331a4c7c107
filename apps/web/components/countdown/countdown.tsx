import { formatCountdown, formatZonedTime } from "../../i18n/format.ts";

interface Props {
	readonly at: number;
	readonly now: number;
}

/** The time left until a moment. Screen readers hear the moment too, which others see as a tooltip. */
export const Countdown = ({ at, now }: Props) => (
	<>
		<b title={formatZonedTime(at)}>{formatCountdown(at - now)}</b>
		<span className="spoken">{formatZonedTime(at)}</span>
	</>
);
