// All known layouts, a file a country; "app" and "payments" are programs and payment services. Of
// two rows with one header the later one counts.

import at from "./layouts/at.json" with { type: "json" };
import au from "./layouts/au.json" with { type: "json" };
import be from "./layouts/be.json" with { type: "json" };
import br from "./layouts/br.json" with { type: "json" };
import ca from "./layouts/ca.json" with { type: "json" };
import ch from "./layouts/ch.json" with { type: "json" };
import cn from "./layouts/cn.json" with { type: "json" };
import cz from "./layouts/cz.json" with { type: "json" };
import de from "./layouts/de.json" with { type: "json" };
import dk from "./layouts/dk.json" with { type: "json" };
import es from "./layouts/es.json" with { type: "json" };
import eu from "./layouts/eu.json" with { type: "json" };
import fi from "./layouts/fi.json" with { type: "json" };
import fr from "./layouts/fr.json" with { type: "json" };
import hk from "./layouts/hk.json" with { type: "json" };
import hu from "./layouts/hu.json" with { type: "json" };
import ie from "./layouts/ie.json" with { type: "json" };
import il from "./layouts/il.json" with { type: "json" };
import india from "./layouts/in.json" with { type: "json" };
import it from "./layouts/it.json" with { type: "json" };
import jp from "./layouts/jp.json" with { type: "json" };
import lt from "./layouts/lt.json" with { type: "json" };
import lv from "./layouts/lv.json" with { type: "json" };
import nl from "./layouts/nl.json" with { type: "json" };
import no from "./layouts/no.json" with { type: "json" };
import nz from "./layouts/nz.json" with { type: "json" };
import pl from "./layouts/pl.json" with { type: "json" };
import ru from "./layouts/ru.json" with { type: "json" };
import se from "./layouts/se.json" with { type: "json" };
import sg from "./layouts/sg.json" with { type: "json" };
import ua from "./layouts/ua.json" with { type: "json" };
import uk from "./layouts/uk.json" with { type: "json" };
import us from "./layouts/us.json" with { type: "json" };
import za from "./layouts/za.json" with { type: "json" };
import app from "./layouts/app.json" with { type: "json" };
import payments from "./layouts/payments.json" with { type: "json" };

/** A row of a country's file; README.md says what each field means. */
export interface LayoutRow {
  readonly bank: string | null;
  readonly date_order?: string | undefined;
  readonly decimal_mark?: string | undefined;
  readonly money_out?: string | undefined;
  readonly date_column?: string | undefined;
  readonly header: string;
}

export const LAYOUT_ROWS: readonly LayoutRow[] = [
  ...at,
  ...au,
  ...be,
  ...br,
  ...ca,
  ...ch,
  ...cn,
  ...cz,
  ...de,
  ...dk,
  ...es,
  ...eu,
  ...fi,
  ...fr,
  ...hk,
  ...hu,
  ...ie,
  ...il,
  ...india,
  ...it,
  ...jp,
  ...lt,
  ...lv,
  ...nl,
  ...no,
  ...nz,
  ...pl,
  ...ru,
  ...se,
  ...sg,
  ...ua,
  ...uk,
  ...us,
  ...za,
  ...app,
  ...payments,
];
