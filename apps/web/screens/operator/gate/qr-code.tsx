import encodeQR from "qr";
import { useMemo } from "react";

const BORDER = 3;

/** Renders the QR code locally, so that the secret is not sent to a service. Dark on white in every theme for scanners. */
export const QrCode = ({ text, label }: { readonly text: string; readonly label: string }) => {
	const rows = useMemo(() => encodeQR(text, "raw", { ecc: "medium", border: BORDER }), [text]);
	const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
	return (
		<svg
			role="img"
			aria-label={label}
			viewBox={`0 0 ${rows.length} ${rows.length}`}
			width="208"
			height="208"
			shapeRendering="crispEdges"
		>
			<rect width="100%" height="100%" fill="#fff" rx="1.5" />
			<path d={path} fill="#10162b" />
		</svg>
	);
};
