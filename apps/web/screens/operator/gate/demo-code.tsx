import { useTranslation } from "react-i18next";
import { Notice } from "../../../components/states/states.tsx";

/** In the demo anybody may be its manager, so that the code is no secret; nowhere else is there one to show. */
export const DemoCode = ({ code }: { readonly code: string | null }) => {
	const { t } = useTranslation("operator");
	return code ? <Notice tone="info">{t("gate.demo", { code: `${code.slice(0, 3)} ${code.slice(3)}` })}</Notice> : null;
};
