import { useTranslation } from "react-i18next";

/** Formats how many more points something is projected to bring, in words rather than with a minus sign. */
export function useGainText(): (points: number) => string {
	const { t } = useTranslation();
	return (points) => {
		const count = Math.round(Math.abs(points));
		if (count === 0) return t("coach.same");
		return t(points > 0 ? "coach.more" : "coach.fewer", { count });
	};
}
