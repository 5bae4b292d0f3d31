//! The way of the numbers as a picture.

use mekong::tournament::spsa::Schedule;
use plotters::prelude::*;

use super::history::Row;

/// Colours are this far apart on the circle.
const HUE_STEP: f64 = 0.381_966;

/// An SVG picture of each number by iteration, in steps of its row of the table from where it began.
pub fn draw(schedule: &Schedule, rows: &[Row]) -> Result<String, String> {
    let mut picture = String::new();
    draw_into(&mut picture, schedule, rows).map_err(|error| error.to_string())?;
    Ok(picture)
}

fn draw_into(
    picture: &mut String,
    schedule: &Schedule,
    rows: &[Row],
) -> Result<(), Box<dyn std::error::Error>> {
    let way = |index: usize| {
        let spec = &schedule.specs[index];
        let steps = move |row: &Row| {
            row.values
                .get(index)
                .map_or(0.0, |value| (value - f64::from(spec.default)) / f64::from(spec.step))
        };
        rows.iter().enumerate().map(move |(at, row)| (at as u32, steps(row)))
    };
    let numbers = 0..schedule.specs.len();
    let reach = numbers.clone().flat_map(way).map(|(_, steps)| steps.abs()).fold(0.1, f64::max);
    let area = SVGBackend::with_string(picture, (1100, 700)).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(60)
        .right_y_label_area_size(230)
        .build_cartesian_2d(0..rows.len().max(2) as u32 - 1, -1.05 * reach..1.05 * reach)?;
    chart
        .configure_mesh()
        .x_desc("iteration")
        .y_desc("steps from the start")
        .light_line_style(TRANSPARENT)
        .draw()?;
    for index in numbers {
        let colour = HSLColor(index as f64 * HUE_STEP % 1.0, 0.8, 0.4);
        chart
            .draw_series(LineSeries::new(way(index), colour.stroke_width(1)))?
            .label(schedule.specs[index].name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 14, y)], colour.stroke_width(2)));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperRight)
        .background_style(WHITE.mix(0.8))
        .draw()?;
    area.present()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use mekong::search::Params;

    #[test]
    fn runs_of_any_length_are_drawn() {
        let specs = Params::SPECS[..3].to_vec();
        let schedule = Schedule { specs, iterations: 5, rate: 0.1, seed: 1 };
        for length in [0, 1, 2, 6] {
            let row = Row { result: 1.0, values: schedule.start() };
            let picture = draw(&schedule, &vec![row; length]).unwrap();
            assert!(picture.starts_with("<svg") && picture.trim_end().ends_with("</svg>"));
            assert!(picture.contains(schedule.specs[2].name));
        }
    }
}
