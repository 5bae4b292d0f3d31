//! Draws the pictures of the documentation that are made of recorded figures: `docs/strength.svg` from
//! `docs/strength.tsv`. (Those of expected wins are drawn from games by `mekong data wdl --plot`.)

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;

use plotters::prelude::*;

/// The networks' generations of a variant: number, Elo over the evaluation by hand, error.
type Generations = Vec<(u32, f64, f64)>;

/// Adds the gains up. The errors of sums grow as if the matches were independent, which they are.
fn read(text: &str) -> Result<BTreeMap<&str, Generations>, Box<dyn Error>> {
    let mut variants: BTreeMap<&str, Generations> = BTreeMap::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [variant, generation, elo, error] = fields[..] else {
            return Err(format!("expected four fields: {line}").into());
        };
        let (elo, error): (f64, f64) = (elo.parse()?, error.parse()?);
        let generations = variants.entry(variant).or_default();
        let (_, sum, before) = generations.last().copied().unwrap_or_default();
        generations.push((generation.parse()?, sum + elo, before.hypot(error)));
    }
    Ok(variants)
}

fn draw(path: &Path, variants: &BTreeMap<&str, Generations>) -> Result<(), Box<dyn Error>> {
    let area = SVGBackend::new(path, (800, 500)).into_drawing_area();
    area.fill(&WHITE)?;
    let all = || variants.values().flatten();
    let last = all().map(|&(generation, ..)| generation).max().unwrap_or(1);
    let most = all().map(|&(_, elo, error)| elo + error).fold(0.0, f64::max);
    let mut chart = ChartBuilder::on(&area)
        .caption("Elo over the evaluation by hand, at equal nodes", ("sans-serif", 22))
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(60)
        .build_cartesian_2d(0.0..f64::from(last) + 0.3, 0.0..1.05 * most)?;
    chart
        .configure_mesh()
        .x_desc("generation of networks (sums of matches, each against the one before; bars: 95 %)")
        .y_desc("Elo")
        .x_labels(last as usize + 1)
        .x_label_formatter(&|x| format!("{x:.0}"))
        .disable_x_mesh()
        .light_line_style(TRANSPARENT)
        .draw()?;
    for (number, (variant, generations)) in variants.iter().enumerate() {
        let colour = [BLUE, GREEN, RED][number % 3];
        // Bars side by side, so that they can be told apart.
        let at = |generation: u32| f64::from(generation) + 0.06 * (number as f64 - 1.0);
        let points = generations.iter().map(|&(generation, elo, _)| (at(generation), elo));
        let points: Vec<_> = std::iter::once((0.0, 0.0)).chain(points).collect();
        chart
            .draw_series(LineSeries::new(points, colour.stroke_width(2)))?
            .label(*variant)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], colour.stroke_width(2)));
        chart.draw_series(generations.iter().map(|&(generation, elo, error)| {
            let x = at(generation);
            PathElement::new([(x, elo - error), (x, elo + error)], colour.stroke_width(1))
        }))?;
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE)
        .border_style(BLACK)
        .draw()?;
    area.present()?;
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let text = std::fs::read_to_string(docs.join("strength.tsv"))?;
    draw(&docs.join("strength.svg"), &read(&text)?)
}
